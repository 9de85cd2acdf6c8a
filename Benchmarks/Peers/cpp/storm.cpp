// The reference storm in plain C++17: one std::priority_queue of 16-byte events, one random stream,
// no classes of clients or servers, nothing measured but the answers.
//
// The model. N clients are connected; at time 0 the gateway goes down and drops them all, and each
// learns of it one latency later. Before attempt x a client waits (2^(x-1) - 1) s x U(0.8, 1.2),
// so the first one is made at once. An attempt needs one latency to the gateway. Before 60 s it is
// refused, which the client learns one latency later. From 60 s on one server takes the attempts
// first come, first served, 2 ms each, and its answer needs one latency to the client. A client that
// has waited 10 s since it began an attempt gives up and goes on to the next; the server does the
// work all the same. The run ends when everyone is connected, or at 3600 s.
//
// Shortcuts in favour of this program: a timeout is armed only when the gateway accepts an attempt
// (a refusal takes two latencies, never 10 s), and it is not cancelled but recognised as stale when
// it comes up. The server's queue is a real one, with an event at the end of each service.

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <limits>
#include <queue>
#include <vector>

namespace {

constexpr double clear = 60;
constexpr double horizon = 3600;
constexpr double serviceTime = 0.002;
constexpr double connectTimeout = 10;
constexpr double latencyMedian = 0.050;
constexpr double latencySigma = 0.5;
constexpr double infinity = std::numeric_limits<double>::infinity();

// xoshiro256++ (Blackman and Vigna, public domain), its state filled by SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // In [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // One way: lognormal by Box-Muller, which makes two at a time.
  double latency() {
    if (hasSpare_) {
      hasSpare_ = false;
      return spare_;
    }
    const double radius = latencySigma * std::sqrt(-2 * std::log(1 - uniform()));
    const double angle = 2 * 3.14159265358979323846 * uniform();
    spare_ = latencyMedian * std::exp(radius * std::sin(angle));
    hasSpare_ = true;
    return latencyMedian * std::exp(radius * std::cos(angle));
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
  double spare_ = 0;
  bool hasSpare_ = false;
};

enum Kind : std::uint32_t { attemptBegins, attemptArrives, attemptFails, serviceEnds, answerArrives, timeoutFires };

struct Event {
  double time;
  std::uint32_t client;
  std::uint32_t kind : 8;
  std::uint32_t attempt : 24;
};
static_assert(sizeof(Event) == 16);

struct Later {
  bool operator()(const Event& a, const Event& b) const { return a.time > b.time; }
};

struct Client {
  double attemptBegan = 0;
  double connectedAt = infinity;
  std::uint32_t attempt = 0;
};

struct Request {
  std::uint32_t client;
  std::uint32_t attempt;
};

struct Storm {
  explicit Storm(std::uint32_t count, std::uint64_t seed) : random(seed), clients(count) {
    std::vector<Event> space;
    space.reserve(4 * static_cast<std::size_t>(count));
    events = decltype(events)(Later(), std::move(space));
  }

  Random random;
  std::vector<Client> clients;
  std::priority_queue<Event, std::vector<Event>, Later> events;
  std::deque<Request> waiting;  // its front is in service
  std::uint64_t attempts = 0, timeouts = 0, services = 0, connected = 0, processed = 0;

  void schedule(double time, Kind kind, std::uint32_t client, std::uint32_t attempt) {
    events.push(Event{time, client, kind, attempt});
  }

  // The next attempt's number; it begins after the delay that belongs to it.
  void retry(double now, std::uint32_t id) {
    const std::uint32_t x = ++clients[id].attempt;
    const double mean = std::ldexp(1.0, static_cast<int>(x) - 1) - 1;
    schedule(now + mean * (0.8 + 0.4 * random.uniform()), attemptBegins, id, x);
  }

  void run() {
    const std::size_t count = clients.size();
    // The drop reaches everyone one latency after time 0. The first delay is 0, so this is also
    // when the first attempt begins.
    for (std::uint32_t id = 0; id < count; ++id) {
      clients[id].attempt = 1;
      schedule(random.latency(), attemptBegins, id, 1);
    }
    while (connected < count) {
      const Event event = events.top();
      if (event.time > horizon) break;
      events.pop();
      ++processed;
      const double now = event.time;
      const std::uint32_t id = event.client;
      switch (event.kind) {
        case attemptBegins:
          ++attempts;
          clients[id].attemptBegan = now;
          schedule(now + random.latency(), attemptArrives, id, event.attempt);
          break;
        case attemptArrives:
          if (now < clear) {
            schedule(now + random.latency(), attemptFails, id, event.attempt);
            break;
          }
          schedule(clients[id].attemptBegan + connectTimeout, timeoutFires, id, event.attempt);
          waiting.push_back({id, event.attempt});
          if (waiting.size() == 1) schedule(now + serviceTime, serviceEnds, id, event.attempt);
          break;
        case attemptFails:
          retry(now, id);
          break;
        case serviceEnds:
          ++services;
          schedule(now + random.latency(), answerArrives, id, event.attempt);
          waiting.pop_front();
          if (!waiting.empty()) {
            schedule(now + serviceTime, serviceEnds, waiting.front().client, waiting.front().attempt);
          }
          break;
        case answerArrives:
          if (clients[id].attempt != event.attempt) break;  // it has given up
          clients[id].connectedAt = now;
          ++connected;
          break;
        case timeoutFires:
          if (clients[id].connectedAt < infinity) break;
          ++timeouts;
          retry(now, id);
          break;
      }
    }
  }
};

[[noreturn]] void usage(const char* problem, const char* what) {
  std::fprintf(stderr, "error: %s%s\nusage: storm --clients N --seed S\n", problem, what);
  std::exit(2);
}

std::uint64_t number(const char* option, const char* text, std::uint64_t most) {
  char* end = nullptr;
  errno = 0;
  const unsigned long long value = std::strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value > most) {
    usage("not a whole number in range: ", option);
  }
  return value;
}

void print(const char* name, double seconds) {
  if (std::isfinite(seconds)) {
    std::printf("\"%s\": %.6f, ", name, seconds);
  } else {
    std::printf("\"%s\": null, ", name);  // that many never connected
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = 0, seed = 0;
  bool hasClients = false, hasSeed = false;
  for (int i = 1; i < argc; i += 2) {
    const bool isClients = std::strcmp(argv[i], "--clients") == 0;
    if (!isClients && std::strcmp(argv[i], "--seed") != 0) usage("unknown argument: ", argv[i]);
    if (i + 1 == argc) usage("a value is missing after ", argv[i]);
    if (isClients) {
      count = number(argv[i], argv[i + 1], 100'000'000);
      hasClients = true;
    } else {
      seed = number(argv[i], argv[i + 1], std::numeric_limits<std::uint64_t>::max());
      hasSeed = true;
    }
  }
  if (!hasClients || count == 0) usage("--clients must be at least 1", "");
  if (!hasSeed) usage("--seed is missing", "");

  Storm storm(static_cast<std::uint32_t>(count), seed);
  storm.run();

  // Nearest rank over all clients; who is not connected ranks last.
  std::vector<double> times;
  times.reserve(count);
  for (const Client& client : storm.clients) times.push_back(client.connectedAt);
  std::sort(times.begin(), times.end());
  const auto rank = [&](std::uint64_t percent) { return times[(percent * count + 99) / 100 - 1]; };

  std::printf("{\"clients\": %llu, \"seed\": %llu, \"attempts\": %llu, \"timeouts\": %llu, \"services\": %llu, "
              "\"wasted\": %llu, \"connected\": %llu, ",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(storm.attempts), static_cast<unsigned long long>(storm.timeouts),
              static_cast<unsigned long long>(storm.services),
              static_cast<unsigned long long>(storm.services - storm.connected),
              static_cast<unsigned long long>(storm.connected));
  print("p50_s", rank(50));
  print("p99_s", rank(99));
  print("last_s", times.back());
  std::printf("\"events\": %llu, \"cpu_seconds\": %.6f}\n", static_cast<unsigned long long>(storm.processed),
              static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
  return 0;
}
