import { describe, expect, test } from "vitest";

import { pageOf, shortForm } from "../../src/screens/rules/page";

const HTML = `<h1>Toy &amp; Co</h1>
<p>What it is about.</p>
<ul>
<li><a href="#how-to-play">How to play</a></li>
<li><a>Notation</a></li>
</ul>
<h2>How to play</h2>
<p>You win, see TY-2.</p>
<p>Here is a game:</p>
<pre><code>TY-1 &gt;&gt;&gt;</code></pre>
<h2>A <em>turn</em></h2>
<h3 id="TY-1">TY-1 Moves</h3>
<p>See TY-2, <code>TY-2</code> and <a href="#TY-2">TY-2</a>, but not XX-9.</p>
<h3 id="TY-2">TY-2 Ends &lt;soon&gt;</h3>
<table><tr><td>a</td></tr></table>
<h1>More of Toy</h1>
<h2 id="TY-3.1">TY-3.1 Extra</h2>`;

describe("a rule page", () => {
  const page = pageOf(HTML, ["TY-1", "TY-2", "TY-3.1"]);

  test("has contents: chapters and their rules", () => {
    expect(page.contents).toEqual([
      { id: "how-to-play", title: "How to play", rules: [] },
      {
        id: "a-turn",
        title: "A turn",
        rules: [
          { id: "TY-1", title: "TY-1 Moves" },
          { id: "TY-2", title: "TY-2 Ends <soon>" },
        ],
      },
      { id: "more-of-toy", title: "More of Toy", rules: [] },
      { id: "TY-3.1", title: "TY-3.1 Extra", rules: [] },
    ]);
  });

  test("every heading can be jumped to, and the list of links at its top is gone", () => {
    expect(page.html).toContain('<h2 id="how-to-play" tabindex="-1">How to play</h2>');
    expect(page.html).toContain('<h3 id="TY-1" tabindex="-1">TY-1 Moves</h3>');
    expect(page.html).not.toContain("Notation");
  });

  test("a rule that is mentioned is a link, except in code, in headings and in links", () => {
    expect(page.html).toContain('You win, see <a href="#TY-2">TY-2</a>.');
    expect(page.html).toContain(
      'See <a href="#TY-2">TY-2</a>, <code>TY-2</code> and <a href="#TY-2">TY-2</a>, but not XX-9.',
    );
    expect(page.html).toContain("<code>TY-1 &gt;&gt;&gt;</code>");
  });

  test("what may be too wide scrolls by keyboard", () => {
    expect(page.html).toContain('<pre tabindex="0">');
    expect(page.html).toContain('<div class="wide" tabindex="0"><table><tr><td>a</td></tr></table></div>');
  });

  test("a page without headings is left alone", () => {
    expect(pageOf("<p>Just this.</p>", [])).toEqual({ html: "<p>Just this.</p>", contents: [] });
  });
});

describe("the short form", () => {
  test("is what comes before the first example, without what leads up to it", () => {
    const short = shortForm(HTML);
    expect(short).toContain("What it is about.");
    expect(short).toContain("You win, see TY-2.");
    for (const left of ["<h1", "<h2", "Notation", "Here is a game", "<pre", "Moves"]) expect(short).not.toContain(left);
  });

  test("ends with the chapter where there is no example", () => {
    expect(shortForm("<p>One.</p><h2>Play</h2><p>Two.</p><h3>First</h3><p>Three.</p><h2>On</h2><p>Four.</p>")).toBe(
      "<p>One.</p><p>Two.</p>",
    );
  });

  test("is the whole page where a page has no chapters", () => {
    expect(shortForm("<h1>Toy</h1><p>One.</p>")).toBe("<p>One.</p>");
  });
});
