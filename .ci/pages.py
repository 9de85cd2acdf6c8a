"""Opens pages in a headless browser and says what is wrong with them. See .ci/pages."""

import os
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

# Texts of a drawing that lie on each other: both are seen, and neither can be read.
OVERLAPS = """() => {
  const found = [];
  for (const drawing of document.querySelectorAll('svg[role=img]')) {
    if (getComputedStyle(drawing).display === 'none') continue;
    const texts = [...drawing.querySelectorAll('text')].map(text => ({
      words: text.textContent, box: text.getBoundingClientRect()}));
    for (let i = 0; i < texts.length; i++)
      for (let j = i + 1; j < texts.length; j++) {
        const a = texts[i].box, b = texts[j].box;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1.5 && high > 4) found.push(texts[i].words + ' | ' + texts[j].words);
      }
    const frame = document.documentElement.clientWidth;
    for (const text of texts)
      if (text.box.left < -0.5 || text.box.right > frame + 0.5) found.push('cut off: ' + text.words);
  }
  return found;
}"""


def problems(browser, path, width, scheme, picture):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    messages, requests = [], []
    page.on("console", lambda message: messages.append("console: " + message.text))
    page.on("pageerror", lambda error: messages.append(f"error: {error}"))
    page.on("request", lambda request: requests.append(request.url))
    url = "file://" + os.path.abspath(path)
    page.goto(url)
    found = messages + ["request: " + r for r in requests if r != url and not r.startswith("data:")]
    if page.evaluate("document.scripts.length"):
        found.append("a script")
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        found.append(f"{wide} pixels wide")
    found += ["overlap: " + text for text in page.evaluate(OVERLAPS)]
    for violation in Axe().run(page).response["violations"]:
        nodes = [node["html"][:120] for node in violation["nodes"][:2]]
        found.append(f"axe {violation['id']}: {len(violation['nodes'])} times, {nodes}")
    if picture:
        page.screenshot(path=picture, full_page=True)
    context.close()
    return found


def main():
    executable, pictures, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    bad = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for path in paths:
            size = os.path.getsize(path)
            if size > 2_000_000:
                bad += 1
                print(f"{path}: {size} bytes")
            for width in (1280, 390):
                for scheme in ("light", "dark"):
                    name = os.path.basename(os.path.dirname(os.path.abspath(path)))
                    picture = os.path.join(pictures, f"{name}-{width}-{scheme}.png") if pictures else None
                    for problem in problems(browser, path, width, scheme, picture):
                        bad += 1
                        print(f"{path} at {width} pixels, {scheme}: {problem}")
        browser.close()
    print(f"{len(paths)} pages at 2 widths, light and dark: {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
