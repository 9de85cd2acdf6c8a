// Measures when the Linux kernel sends a TCP segment again.
//
// Each experiment runs in a child process with a network namespace of its own. The child makes a
// TUN device there, opens an ordinary kernel socket towards an address behind the device, and
// plays the other end itself: it reads what the kernel sends and decides what is answered, when,
// and what is lost. The interfaces of the machine are never touched, and the namespace and the
// device vanish with the child.
//
// Output, for each experiment; times are in seconds since the first tracked packet (the first SYN
// in `syn`, the first copy of message A elsewhere), offsets in bytes from the start of message A:
//
//   experiment NAME
//   estimate SRTT RTTVAR RTO            what the kernel believed as A was written, in seconds
//   sent TIME OFFSET LENGTH through|lost   one packet of the kernel (OFFSET and LENGTH 0: a SYN)
//   acked TIME OFFSET                   the kernel was handed an acknowledgement up to OFFSET
//   end NAME
//
// Exit codes: 0 measured, 1 an experiment failed, 2 wrong arguments, 77 the machine forbids it.

#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <math.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { exit_failed = 1, exit_usage = 2, exit_forbidden = 77 };
enum { message_length = 10, peer_port = 7777, peer_first_sequence = 1000 };
enum { flight_capacity = 16, every_syn = 1000 };

// 10.77.0.1/24 is the kernel's end, 10.77.0.2 the peer's.
static const uint32_t client_address = 0x0a4d0001, peer_address = 0x0a4d0002;

static const double exchange_gap = 0.5;    // between two messages of the warm-up
static const double start_limit = 15;      // for everything before the first tracked packet
static const double after_last_ack = 0.5;  // to see copies that cross the acknowledgement

struct experiment {
  const char *name;
  double round_trip;
  int lost_syns;     // how many SYNs the peer does not see
  int exchanges;     // answered messages before A, from which the kernel learns the round trip
  double silence;    // how long nothing passes in either direction, from the first copy of A
  double second_at;  // when message B is written; 0: there is none
  double limit;      // how long to record
};

static struct experiment experiments[] = {
    {"syn", 0.05, every_syn, 0, INFINITY, 0, 12},
    {"data-rtt50", 0.05, 0, 3, INFINITY, 0, 9},
    {"data-rtt50-fresh", 0.05, 0, 0, INFINITY, 0, 9},
    {"data-rtt300", 0.3, 0, 3, INFINITY, 0, 9},
    {"data-rtt300-fresh", 0.3, 0, 0, INFINITY, 0, 9},
    {"data-one-syn-lost", 0.05, 1, 0, INFINITY, 0, 9},
    {"data-two-syns-lost", 0.05, 2, 0, INFINITY, 0, 9},
    {"silence-1", 0.05, 0, 3, 1, 0, 20},
    {"silence-5", 0.05, 0, 3, 5, 0, 20},
    {"silence-15", 0.05, 0, 3, 15, 0, 25},
    {"two-messages", 0.05, 0, 3, 5, 4.9, 20},
};
enum { experiment_count = sizeof experiments / sizeof experiments[0] };

// A packet as it passes the TUN device: no link header, and neither end uses IP options.
struct packet {
  struct iphdr ip;
  struct tcphdr tcp;
  uint8_t rest[1460];  // TCP options, then data
};

struct run {
  const struct experiment *plan;
  int tun, socket;
  bool connected;
  int written;          // messages written by the client
  double next_write;    // when the client writes the next one
  double first;         // when the first tracked packet was read; negative before that
  double silent_until;  // nothing passes before this time
  double end;

  // The peer's side of the connection.
  uint16_t client_port;  // in network order, as is the next
  uint32_t echo;         // the kernel's timestamp to send back
  uint32_t send_next, receive_next;
  uint32_t message_a;    // the sequence number of the first byte of A
  uint32_t acked;        // the highest acknowledgement handed to the kernel
  int syns_seen;
  // The peer's packets on their way; a ring. All are equally late, so they arrive in this order.
  struct packet flight[flight_capacity];
  double due[flight_capacity];
  unsigned flight_first, flight_count;
};

static double now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double smaller(double a, double b) { return a < b ? a : b; }

// Ends this process: the machine does not let us measure. stdout holds nothing else yet.
static _Noreturn void forbidden(const char *what) {
  printf("forbidden: %s: %s\n", what, strerror(errno));
  exit(exit_forbidden);
}

static _Noreturn void fail(const struct run *run, const char *what) {
  fprintf(stderr, "%s: %s\n", run->plan->name, what);
  exit(exit_failed);
}

// Packets.

static size_t tcp_length(const struct packet *packet) {
  return (size_t)ntohs(packet->ip.tot_len) - sizeof packet->ip;
}

static uint32_t data_length(const struct packet *packet) {
  return (uint32_t)tcp_length(packet) - packet->tcp.doff * 4u;
}

// The Internet checksum of an even number of bytes. It comes out right in either byte order.
static uint16_t checksum(const void *bytes, size_t length, uint32_t sum) {
  for (size_t i = 0; i < length; i += 2) {
    uint16_t word;
    memcpy(&word, (const char *)bytes + i, 2);
    sum += word;
  }
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}

static void put_checksums(struct packet *packet) {
  packet->ip.check = checksum(&packet->ip, sizeof packet->ip, 0);
  // TCP's own checksum also covers the addresses, the protocol and the length.
  uint32_t covered = htons(IPPROTO_TCP) + htons((uint16_t)tcp_length(packet));
  covered += (uint16_t)~checksum(&packet->ip.saddr, 8, 0);
  packet->tcp.check = checksum(&packet->tcp, tcp_length(packet), covered);
}

// Finds the timestamp of a packet, in network order. Returns a bit for each kind of option there.
static uint32_t read_options(const struct packet *packet, uint32_t *timestamp) {
  const uint8_t *p = packet->rest, *end = (const uint8_t *)&packet->tcp + packet->tcp.doff * 4;
  uint32_t kinds = 0;
  for (ptrdiff_t size; p < end; p += size) {
    size = *p == TCPOPT_NOP ? 1 : p + 1 < end ? p[1] : 0;
    if (size == 0 || size > end - p) break;
    if (*p < 32) kinds |= 1u << *p;
    if (*p == TCPOPT_TIMESTAMP && size == 10) memcpy(timestamp, p + 2, 4);
  }
  return kinds;
}

// The peer.

// Queues an answer with so many bytes of data. It is as late as a whole round trip: the kernel
// cannot tell on which of the two ways the time was spent.
static void answer(struct run *run, bool syn, uint32_t data, double now) {
  // Up to the timestamps: all that the kernel's SYN has offered.
  static const uint8_t syn_options[] = {
      TCPOPT_MAXSEG, 4, 1460 >> 8, 1460 & 0xff, TCPOPT_SACK_PERMITTED, 2,
      TCPOPT_WINDOW, 3, 7,         TCPOPT_NOP,  TCPOPT_TIMESTAMP,      10};
  static const uint8_t options[] = {TCPOPT_NOP, TCPOPT_NOP, TCPOPT_TIMESTAMP, 10};
  size_t fixed = syn ? sizeof syn_options : sizeof options;
  size_t header = sizeof(struct tcphdr) + fixed + 8;
  uint32_t clock = htonl((uint32_t)(int64_t)(now * 1000));

  if (run->flight_count == flight_capacity) fail(run, "too many answers on their way");
  unsigned slot = (run->flight_first + run->flight_count++) % flight_capacity;
  struct packet *packet = &run->flight[slot];
  run->due[slot] = now + run->plan->round_trip;
  *packet = (struct packet){
      .ip = {.version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_TCP},
      .tcp = {.syn = syn, .ack = 1, .psh = data > 0, .doff = (header / 4) & 15},
  };
  packet->ip.tot_len = htons((uint16_t)(sizeof packet->ip + header + data));
  packet->ip.saddr = htonl(peer_address);
  packet->ip.daddr = htonl(client_address);
  packet->tcp.source = htons(peer_port);
  packet->tcp.dest = run->client_port;
  packet->tcp.seq = htonl(run->send_next);
  packet->tcp.ack_seq = htonl(run->receive_next);
  packet->tcp.window = htons(syn ? 64240 : 64240 >> 7);  // it is scaled only after the SYN
  memcpy(packet->rest, syn ? syn_options : options, fixed);
  memcpy(packet->rest + fixed, &clock, 4);
  memcpy(packet->rest + fixed + 4, &run->echo, 4);
  put_checksums(packet);
  run->send_next += data + syn;
}

static void record(struct run *run, double now, uint32_t offset, uint32_t length, bool lost) {
  if (run->first < 0) {
    run->first = now;
    run->silent_until = now + run->plan->silence;
    run->end = now + run->plan->limit;
    if (run->plan->second_at > 0) run->next_write = now + run->plan->second_at;
  }
  printf("sent %.4f %u %u %s\n", now - run->first, offset, length, lost ? "lost" : "through");
}

static void receive_syn(struct run *run, const struct packet *packet, double now) {
  bool lost = run->syns_seen++ < run->plan->lost_syns;
  if (run->plan->lost_syns == every_syn) record(run, now, 0, 0, lost);
  if (lost) return;
  uint32_t needed = 1u << TCPOPT_TIMESTAMP | 1u << TCPOPT_SACK_PERMITTED | 1u << TCPOPT_WINDOW;
  if (needed & ~read_options(packet, &run->echo)) fail(run, "the kernel offers too few options");
  run->client_port = packet->tcp.source;
  run->receive_next = ntohl(packet->tcp.seq) + 1;
  run->message_a = run->receive_next + (uint32_t)(run->plan->exchanges * message_length);
  run->acked = run->message_a;
  run->send_next = peer_first_sequence;
  answer(run, true, 0, now);
}

// Data in order is acknowledged at once, together with some bytes of answer. Anything else gets a
// bare acknowledgement: the peer keeps no data out of order, which a silence never produces.
static void receive_data(struct run *run, const struct packet *packet, double now) {
  uint32_t sequence = ntohl(packet->tcp.seq), length = data_length(packet);
  int32_t offset = (int32_t)(sequence - run->message_a);
  int32_t behind = (int32_t)(run->receive_next - sequence);
  bool lost = now < run->silent_until;
  if (offset >= 0) record(run, now, (uint32_t)offset, length, lost);
  if (lost) return;
  bool fresh = behind >= 0 && behind < (int32_t)length;
  if (behind >= 0) read_options(packet, &run->echo);
  if (fresh) run->receive_next = sequence + length;
  answer(run, false, fresh ? message_length : 0, now);
}

static void read_packets(struct run *run) {
  struct packet packet;
  while (read(run->tun, &packet, sizeof packet) > 0) {
    double now = now_seconds();
    // The kernel also looks for IPv6 routers on a new device.
    if (packet.ip.version != 4 || packet.ip.protocol != IPPROTO_TCP) continue;
    if (packet.tcp.rst) fail(run, "the kernel reset the connection");
    if (packet.tcp.syn) receive_syn(run, &packet, now);
    else if (data_length(&packet) > 0) receive_data(run, &packet, now);
  }
  if (errno != EAGAIN) fail(run, strerror(errno));
}

// Hands the kernel what has arrived by now, or drops it if it arrives in the silence.
static void deliver_packets(struct run *run) {
  for (; run->flight_count > 0; run->flight_count--) {
    const struct packet *packet = &run->flight[run->flight_first];
    double now = now_seconds();
    if (run->due[run->flight_first] > now) return;
    run->flight_first = (run->flight_first + 1) % flight_capacity;
    if (now < run->silent_until) continue;
    if (write(run->tun, packet, ntohs(packet->ip.tot_len)) < 0) fail(run, strerror(errno));
    if ((int32_t)(ntohl(packet->tcp.ack_seq) - run->acked) <= 0) continue;
    run->acked = ntohl(packet->tcp.ack_seq);
    uint32_t offset = run->acked - run->message_a;
    printf("acked %.4f %u\n", now - run->first, offset);
    uint32_t all = message_length * (run->plan->second_at > 0 ? 2 : 1);
    if (offset == all) run->end = smaller(run->end, now + after_last_ack);
  }
}

// The client.

// What the kernel believes about the path.
static void print_estimate(const struct run *run) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(run->socket, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) fail(run, strerror(errno));
  printf("estimate %.6f %.6f %.6f\n", info.tcpi_rtt / 1e6, info.tcpi_rttvar / 1e6,
         info.tcpi_rto / 1e6);
}

static void write_message(struct run *run) {
  static const char message[message_length + 1] = "0123456789";
  if (run->written == run->plan->exchanges) {
    print_estimate(run);
    run->silent_until = INFINITY;  // until the first copy of A tells when the silence began
  }
  if (write(run->socket, message, message_length) != message_length) fail(run, "a short write");
  run->written++;
  run->next_write = run->written <= run->plan->exchanges ? now_seconds() + exchange_gap : INFINITY;
}

static void check_socket(struct run *run) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(run->socket, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error) fail(run, strerror(error));
  char answers[256];
  if (run->connected) {
    if (read(run->socket, answers, sizeof answers) == 0) fail(run, "the connection was closed");
  } else {
    run->connected = true;
    run->next_write = now_seconds();
  }
}

static void open_client(struct run *run) {
  int on = 1;
  struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons(peer_port)};
  peer.sin_addr.s_addr = htonl(peer_address);
  run->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (run->socket < 0) fail(run, strerror(errno));
  setsockopt(run->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(run->socket, (struct sockaddr *)&peer, sizeof peer) < 0 && errno != EINPROGRESS)
    fail(run, strerror(errno));
}

// The private network.

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0) forbidden(path);
  close(file);
}

// Root needs no user namespace, but root in a container may lack the right to do without one.
static void enter_namespace(void) {
  unsigned user = geteuid(), group = getegid();
  if (user == 0 && unshare(CLONE_NEWNET) == 0) return;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) < 0) forbidden("unshare");
  char map[32];
  write_file("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "0 %u 1", user);
  write_file("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "0 %u 1", group);
  write_file("/proc/self/gid_map", map);
}

static void set_address(int control, struct ifreq *request, unsigned long what, uint32_t value) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(value)};
  memcpy(&request->ifr_addr, &address, sizeof address);
  if (ioctl(control, what, request) < 0) forbidden("the address of the TUN device");
}

static int open_tun(void) {
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (tun < 0) forbidden("/dev/net/tun");
  if (ioctl(tun, TUNSETIFF, &request) < 0) forbidden("a TUN device");
  int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (control < 0) forbidden("a socket");
  set_address(control, &request, SIOCSIFADDR, client_address);
  set_address(control, &request, SIOCSIFNETMASK, 0xffffff00);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  if (ioctl(control, SIOCSIFFLAGS, &request) < 0) forbidden("starting the TUN device");
  close(control);
  return tun;
}

// One experiment, from start to end.

// Sleeps until there is a packet or something is due. True if the socket has news.
static bool wait_for_something(const struct run *run) {
  double next = smaller(run->end, run->next_write);
  if (run->flight_count > 0) next = smaller(next, run->due[run->flight_first]);
  double left = next - now_seconds();
  if (left < 0) left = 0;
  struct timespec timeout = {.tv_sec = (time_t)left};
  timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
  struct pollfd fds[] = {{.fd = run->tun, .events = POLLIN},
                         {.fd = run->socket, .events = run->connected ? POLLIN : POLLOUT}};
  if (ppoll(fds, 2, &timeout, NULL) < 0 && errno != EINTR) fail(run, strerror(errno));
  return fds[1].revents != 0;
}

static void perform(const struct experiment *plan) {
  static struct run run;
  enter_namespace();
  run = (struct run){.plan = plan, .tun = open_tun(), .next_write = INFINITY, .first = -1};
  printf("experiment %s\n", plan->name);
  run.end = now_seconds() + start_limit;
  open_client(&run);
  while (now_seconds() < run.end) {
    if (wait_for_something(&run)) check_socket(&run);
    if (now_seconds() >= run.next_write) write_message(&run);
    read_packets(&run);  // right after the write: the time of reading stands for that of sending
    deliver_packets(&run);
  }
  if (run.first < 0) fail(&run, "nothing to record was ever sent");
  printf("end %s\n", plan->name);
}

// All experiments, side by side.

struct child {
  pid_t pid;
  int output;
  char text[8192];
  size_t length;
};

static void start(struct child *child, const struct experiment *plan) {
  int ends[2];
  pid_t parent = getpid();
  if (pipe(ends) < 0 || (child->pid = fork()) < 0) {
    perror("cannot start an experiment");
    exit(exit_failed);
  }
  if (child->pid > 0) {
    close(ends[1]);
    child->output = ends[0];
    return;
  }
  // If the parent was gone before prctl, no signal will come.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent) _exit(exit_failed);
  dup2(ends[1], STDOUT_FILENO);
  perform(plan);
  exit(0);
}

// Waits until the child has ended, and returns its exit code.
static int collect(struct child *child) {
  FILE *output = fdopen(child->output, "r");
  if (output) child->length = fread(child->text, 1, sizeof child->text, output);
  int status;
  if (waitpid(child->pid, &status, 0) < 0 || !WIFEXITED(status)) return exit_failed;
  return WEXITSTATUS(status);
}

static int run_all(const bool *chosen) {
  static struct child children[experiment_count];
  int result = 0;
  for (int i = 0; i < experiment_count; i++)
    if (chosen[i]) start(&children[i], &experiments[i]);
  for (int i = 0; i < experiment_count; i++) {
    if (!chosen[i]) continue;
    int code = collect(&children[i]);
    if (code == exit_forbidden) {  // the children that are left die with this process
      fwrite(children[i].text, 1, children[i].length, stdout);
      return code;
    }
    if (code != 0) result = exit_failed;
  }
  for (int i = 0; i < experiment_count; i++)
    fwrite(children[i].text, 1, children[i].length, stdout);
  return result;
}

static _Noreturn void usage(const char *what, const char *word) {
  fprintf(stderr, "%s: %s\n", what, word);
  fprintf(stderr, "usage: kernel-tcp [--list] [--only NAME[,NAME]] [--syn-limit SECONDS]\n");
  exit(exit_usage);
}

static void choose(char *names, bool *chosen) {
  if (strspn(names, ",") == strlen(names)) usage("no experiment to choose", names);
  for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
    int i = 0;
    while (i < experiment_count && strcmp(name, experiments[i].name) != 0) i++;
    if (i == experiment_count) usage("unknown experiment", name);
    chosen[i] = true;
  }
}

int main(int argc, char **argv) {
  bool chosen[experiment_count] = {false}, all = true;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--list") == 0) {
      for (int k = 0; k < experiment_count; k++) puts(experiments[k].name);
      return 0;
    }
    if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
      choose(argv[++i], chosen);
      all = false;
    } else if (strcmp(argv[i], "--syn-limit") == 0 && i + 1 < argc) {
      char *rest;
      double limit = strtod(argv[++i], &rest);
      if (*rest || !(limit > 0 && limit <= 120)) usage("not a limit from 0 to 120", argv[i]);
      experiments[0].limit = limit;
    } else {
      usage("unknown argument", argv[i]);
    }
  }
  for (int i = 0; all && i < experiment_count; i++) chosen[i] = true;
  return run_all(chosen);
}

#else

#include <stdio.h>

int main(void) {
  puts("forbidden: the kernel is not Linux");
  return 77;
}

#endif
