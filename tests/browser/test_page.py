"""The HTML report in a real browser: headless Chromium, from file://, without network."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PAGES = os.environ.get("SKUA_PAGES_DIR")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.skipif(PAGES is None, reason="SKUA_PAGES_DIR is not set"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[api.Browser]:
    """One browser for all tests."""
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: api.Browser) -> Iterator[api.Page]:
    """A page without network, on which nothing may go wrong and nothing be asked for."""
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    # Generous, because other tests run beside these; what succeeds does not wait.
    context.set_default_timeout(60_000)
    api.expect.set_options(timeout=60_000)
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "data:")) else troubles.append(request.url)
        ),
    )
    yield page
    context.close()
    assert troubles == []


def open_page(page: api.Page, name: str, at: str = "") -> None:
    page.goto((Path(PAGES) / name).resolve().as_uri() + at)


def column(page: api.Page, number: int) -> list[str]:
    return page.locator(f"table.modules tbody tr > :nth-child({number})").all_inner_texts()


def test_sorts_by_a_column_both_ways(page: api.Page) -> None:
    open_page(page, "rich.html")
    head = page.get_by_role("columnheader", name="Tests")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, 6) == ["3", "2", "0", "0", "0"]
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, 6) == ["0", "0", "0", "2", "3"]
    assert page.locator("th[aria-sort]").count() == 1


def test_what_needs_a_look_comes_first_and_what_was_not_reached_is_folded(page: api.Page) -> None:
    open_page(page, "rich.html")
    assert column(page, 1) == ["parcel.label", "parcel.money", "parcel.codes", "parcel.rates"]
    assert page.locator("#modules [role=status]").inner_text() == "5 modules"
    page.get_by_role("button", name="Show 1 module that the run did not reach").click()
    assert column(page, 1)[-1] == "parcel.zones"
    assert not page.get_by_role("button", name="Show 1 module").is_visible()


def test_a_phone_shows_the_columns_that_matter(page: api.Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, "rich.html")
    heads = page.locator("table.modules thead th:visible").all_inner_texts()
    assert [head.strip() for head in heads] == ["Module", "Branches", "Tests", "Note"]


@pytest.mark.parametrize("at", ["", "#module=parcel.money"])
def test_a_remark_tells_all_that_a_reviewer_asks(page: api.Page, at: str) -> None:
    open_page(page, "rich.html", at)
    change = page.locator("#behaviour li, #module-behaviour li").first
    assert "split(9, 3)" in change.locator(".case").inner_text()
    assert change.locator("del").inner_text().strip() == "− [3, 3, 3]"
    assert change.locator(".command").inner_text() == (
        "python -m pytest tests/generated/test_parcel_money.py::test_split_without_rest"
    )
    change.get_by_text("The test that says so").click()
    api.expect(change).to_contain_text("assert money.split(9, 3) == [3, 3, 3]", use_inner_text=True)
    repository = change.get_by_role("link", name="in the repository")
    assert repository.get_attribute("href") == (
        "https://git.example/parcel/blob/4f2a/src/parcel/money.py#L4"
    )
    finding = page.locator("#findings li, #module-findings li").first
    case = finding.locator(".case").inner_text()
    assert "split(" in case and "Expected" in case and "raises ZeroDivisionError" in case
    assert "python -m pytest " in finding.locator(".command").inner_text()


def test_source_is_highlighted_and_what_changed_is_marked(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=parcel.money")
    changed = page.locator("tr.changed").evaluate_all("rows => rows.map(row => row.id)")
    assert changed == ["L7", "L10", "L11"]
    assert "3 lines changed" in page.locator(".legend").inner_text()
    source = page.locator("table.source")
    assert source.locator("#L1 .py-text").inner_text() == '"""Sums of money, in cents."""'
    assert source.locator("#L8 .py-keyword").all_inner_texts() == ["if"]
    assert source.locator("#L8 .py-number").all_inner_texts() == ["0"]
    assert source.locator("#L9 .code").inner_text().startswith("        raise ValueError(")


def test_unknown_values_come_last_either_way(page: api.Page) -> None:
    open_page(page, "rich.html")
    button = page.get_by_role("columnheader", name="Mutants").get_by_role("button")
    for order in (["41/46", "20/45"], ["20/45", "41/46"]):
        button.click()
        assert column(page, 5) == [*order, "–", "–", "–"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("money", ["parcel.money", "parcel.rates"]),
        ("AFFECTED imports", ["parcel.rates"]),
        ("reportlab", ["parcel.label"]),
        ("SKUA-N202", ["parcel.zones"]),
        ("nothing has this", []),
    ],
)
def test_searches_names_changes_and_reasons(page: api.Page, words: str, found: list[str]) -> None:
    open_page(page, "rich.html")
    page.keyboard.press("/")
    page.keyboard.type(words)
    assert column(page, 1) == found
    assert page.locator("#modules [role=status]").inner_text() == f"{len(found)} of 5 modules"
    page.keyboard.press("Escape")
    assert len(column(page, 1)) == 4


def test_shows_only_what_needs_a_look(page: api.Page) -> None:
    open_page(page, "rich.html")
    page.get_by_label("Only those that need a look").check()
    assert column(page, 1) == ["parcel.label", "parcel.money"]


def test_opens_a_module_by_keyboard_and_goes_back(page: api.Page) -> None:
    open_page(page, "rich.html")
    page.get_by_role("table").get_by_role("link", name="parcel.money").press("Enter")
    heading = page.get_by_role("heading", name="parcel.money")
    api.expect(heading).to_be_focused()
    assert page.title().startswith("parcel.money")
    page.keyboard.press("Escape")
    api.expect(page.get_by_role("table").get_by_role("link", name="parcel.money")).to_be_focused()


def test_source_shows_what_is_covered_half_covered_and_not(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=parcel.money")
    lines = {
        state: page.locator(f"table.source tr.{state}").evaluate_all(
            "rows => rows.map(row => row.id)"
        )
        for state in ("covered", "partial", "uncovered")
    }
    assert lines["partial"] == ["L8"]
    assert lines["uncovered"] == ["L9"]
    assert "L11" in lines["covered"]
    assert page.locator("#L9 .code").inner_text().endswith('<!-- less than nothing")')


def test_a_line_tells_which_test_covers_which_of_its_goals(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=parcel.money")
    button = page.locator("#L8 button")
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    about = page.locator("#L8 + tr.about")
    assert (
        "taken when true: by no generated test (the condition is always false in generated "
        "tests); hand-written ones do"
    ) in about.inner_text()
    about.get_by_role("button", name="test_split_shares_the_rest").click()
    test = page.locator("#test-0")
    api.expect(test).to_contain_text("assert money.split(10, 3) == [4, 3, 3]")
    assert "test_split_without_rest" not in test.inner_text()
    button.click()
    assert about.count() == 0


def test_tests_tell_what_they_allocate(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=parcel.money")
    assert "1 ms, 3.4 KiB," in page.locator("#test-0 summary").inner_text()
    assert "KiB" not in page.locator("#test-1 summary").inner_text()
    assert "At most 3.4 KiB are allocated at once." in page.locator("#tests").inner_text()


def test_pairs_are_shown_below_all_modules_alone(page: api.Page) -> None:
    open_page(page, "rich.html")
    matrix = page.locator("#pairs table")
    assert matrix.locator("td.covered").count() == 2
    assert matrix.locator("td.uncovered").count() == 1
    page.get_by_role("table").get_by_role("link", name="parcel.money").press("Enter")
    api.expect(page.locator("#pairs")).to_be_hidden()
    page.keyboard.press("Escape")
    api.expect(page.locator("#pairs")).to_be_visible()


def test_the_slowest_tests_of_all_modules_and_pairs_come_first(page: api.Page) -> None:
    open_page(page, "rich.html")
    items = page.locator("#slowest li").all_inner_texts()
    names = [item.split(" ")[0] for item in items]
    assert names[0] == "test_split_asks_for_a_quote", items
    assert "0.3 s" in items[0] and "parcel.money -> parcel.<rates>" in items[0]
    assert "test_split_shares_the_rest" in names[1:]
    page.locator("#slowest").get_by_role("link", name="test_split_shares_the_rest").click()
    api.expect(page.get_by_role("heading", level=2).first).to_have_text("parcel.money")
    api.expect(page.locator("#test-0")).to_have_attribute("open", "")


def test_a_pair_has_a_page_like_a_module(page: api.Page) -> None:
    open_page(page, "rich.html")
    page.locator("#pairs h3").get_by_role("link").click()
    api.expect(page.get_by_role("heading", level=2).first).to_have_text(
        "parcel.money -> parcel.<rates>"
    )
    facts = page.locator(".facts").inner_text()
    assert "Coupled branches" in facts and "2 of 4" in facts
    test = page.locator("#tests details").first
    test.locator("summary").click()
    api.expect(test).to_contain_text(
        "line 4 taken when true, and during the call in line 4 line 8 of Rates.quote taken when true",
        use_inner_text=True,
    )
    assert "Mutants of the callee" in page.locator("#mutants").inner_text()
    assert page.locator("#mutants a").count() == 0, "the source is the caller's"
    api.expect(page.locator("#pairs")).to_be_hidden()


def test_keys_go_through_the_gaps(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=parcel.money")
    here = []
    for key in "nnnp":
        page.keyboard.press(key)
        here.append(page.locator("tr.here").get_attribute("id"))
    assert here == ["L8", "L9", "L8", "L9"]


def test_tells_of_behaviour_changes_findings_and_survivors(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=parcel.money")
    change = page.locator("#module-behaviour")
    assert change.locator("del").inner_text().strip() == "− [3, 3, 3]"
    assert change.locator("ins").inner_text().strip() == "+ [3, 3, 4]"
    page.locator("#module-findings summary", has_text="Traceback").first.click()
    api.expect(page.locator("#module-findings")).to_contain_text(
        "each = total // parts", use_inner_text=True
    )
    assert page.locator("#mutants tbody tr").count() == 3
    assert "parts < 1 became parts <= 1" in page.locator("#mutants").inner_text()


def test_charts_and_timeline_lead_on(page: api.Page) -> None:
    open_page(page, "rich.html")
    assert page.locator("#runs svg circle.coverage").count() == 14
    assert page.locator("#runs svg rect.used").count() == 14
    assert page.locator("#budget a.slice").count() == 3
    page.locator("#budget a.slice").nth(1).click()
    api.expect(page.get_by_role("heading", level=2).first).to_have_text("parcel.rates")


def test_an_unknown_module_and_an_empty_run_show_the_overview(page: api.Page) -> None:
    open_page(page, "rich.html", "#module=no.such")
    assert page.locator("#modules").count() == 1
    open_page(page, "empty.html")
    assert page.locator("#modules [role=status]").inner_text() == "0 modules"


def test_a_thousand_modules_are_all_there(page: api.Page) -> None:
    open_page(page, "large.html")
    api.expect(page.locator("table.modules tbody tr")).to_have_count(1000)
    page.get_by_label("Search").fill("module_777")
    assert column(page, 1) == ["large.module_777"]
    page.get_by_role("table").get_by_role("link").click()
    api.expect(page.locator("table.source tbody tr")).to_have_count(100)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("at", ["", "#module=parcel.money"])
def test_nothing_sticks_out_of_the_window(page: api.Page, width: int, at: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_page(page, "rich.html", at)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


CONTRAST = """
() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const back = parse(getComputedStyle(element).backgroundColor);
      if (back.length === 3 || back[3] > 0) return back;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  const poor = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg, .unseen")) continue;
    const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(light);
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) poor.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
  }
  return [...poor];
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("at", ["", "#module=parcel.money"])
def test_texts_have_contrast(page: api.Page, scheme: str, at: str) -> None:
    page.emulate_media(color_scheme=scheme)
    open_page(page, "rich.html", at)
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("at", ["", "#module=parcel.money"])
def test_axe_finds_nothing(browser: api.Browser, scheme: str, at: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    # axe is put into the page, which the page's own policy forbids.
    context = browser.new_context(offline=True, bypass_csp=True, color_scheme=scheme)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, "rich.html", at)
    page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    found = axe.Axe().run(page)
    said = found.generate_report()
    context.close()
    assert found.violations_count == 0, said


def test_axe_finds_nothing_on_the_page_without_scripts(browser: api.Browser) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    context = browser.new_context(offline=True, bypass_csp=True)
    page = context.new_page()
    # The page's own script does not run, while axe's does.
    text = (Path(PAGES) / "rich.html").read_text(encoding="utf-8")
    page.set_content(text[: text.index('<script type="module">')] + "</body></html>")
    assert page.locator("#plain").count() == 1
    found = axe.Axe().run(page)
    said = found.generate_report()
    context.close()
    assert found.violations_count == 0, said


def test_prints_all_modules(page: api.Page) -> None:
    open_page(page, "large.html")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("table.modules tbody tr").count() == 1000
    page.emulate_media(media="print")
    assert not page.locator("#search").is_visible()


class WithPolicy(http.server.SimpleHTTPRequestHandler):
    """Serves the pages as a server does that allows no inline script, but others."""

    policy = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("policy", ["script-src 'self'", "default-src 'self'"])
def test_a_served_policy_without_inline_scripts_leaves_the_readable_page(
    browser: api.Browser, policy: str
) -> None:
    handler = functools.partial(type("Handler", (WithPolicy,), {"policy": policy}), directory=PAGES)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/rich.html")
        api.expect(page.locator("#plain")).to_be_visible()
        text = page.locator("main").inner_text()
        context.close()
        server.shutdown()
    assert "Failed: branch coverage is 61.5 %" in text
    assert "python -m pytest tests/generated/test_parcel_money.py" in text
    assert "parcel.money" in text


def test_scripts_take_the_readable_page_away(page: api.Page) -> None:
    open_page(page, "rich.html")
    api.expect(page.locator("#plain")).to_have_count(0)
    assert page.locator("table.modules").count() == 1


def test_the_readable_page_stays_where_a_script_fails(browser: api.Browser) -> None:
    context = browser.new_context(offline=True)
    context.add_init_script("Document.prototype.getElementById = () => { throw new Error(); };")
    page = context.new_page()
    open_page(page, "rich.html")
    api.expect(page.locator("#plain")).to_be_visible()
    context.close()


def seconds_to_paint(browser: api.Browser, name: str) -> float:
    """From the request for the page to the frame in which its table is painted; the best of three."""
    found = []
    for _ in range(3):
        context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.add_init_script(
            "addEventListener('DOMContentLoaded', () => requestAnimationFrame(() =>"
            " setTimeout(() => { window.painted = performance.now(); })));"
        )
        open_page(page, name)
        found.append(page.wait_for_function("window.painted").json_value())
        context.close()
    return min(found)


def test_ten_times_as_many_modules_are_painted_in_less_than_ten_times_the_time(
    browser: api.Browser,
) -> None:
    few = seconds_to_paint(browser, "modules-50.html")
    many = seconds_to_paint(browser, "modules-500.html")
    assert many < 8 * few


def test_the_page_is_readable_without_scripts(browser: api.Browser) -> None:
    context = browser.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    open_page(page, "rich.html")
    text = page.locator("main").inner_text()
    context.close()
    assert "Failed: branch coverage is 61.5 %" in text
    assert "parcel.money" in text
