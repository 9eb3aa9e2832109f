/** The server's rule page as this client shows it: with contents, and with rules that lead to each other. */

export interface Chapter {
  id: string;
  title: string;
  rules: readonly { id: string; title: string }[];
}

export interface Page {
  html: string;
  contents: readonly Chapter[];
}

const HEADING = /<h([123])(?: id="([^"]*)")?>(.*?)<\/h\1>/gs;
/** A list of links to the chapters: the page has contents of its own. */
const CONTENTS = /<ul>\s*(?:<li><a[^>]*>[^<]*<\/a><\/li>\s*)+<\/ul>/;
/** Where a rule's id is no mention of the rule. */
const QUIET = /^<(\/?)(?:h[1-6]|pre|code|a)\b/;

export function pageOf(html: string, ids: readonly string[]): Page {
  const contents: { id: string; title: string; rules: { id: string; title: string }[] }[] = [];
  const headed = html
    .replace(CONTENTS, "")
    .replaceAll(HEADING, (_, level: string, given: string | undefined, inner: string) => {
      const title = plainText(inner);
      const id = given ?? slug(title);
      const chapter = contents.at(-1);
      if (level === "3" && given !== undefined && chapter !== undefined) chapter.rules.push({ id, title });
      // The page's own title is none of its chapters, but that of a second page is.
      else if (level === "2" || contents.length > 0) contents.push({ id, title, rules: [] });
      return `<h${level} id="${id}" tabindex="-1">${inner}</h${level}>`;
    });
  return { html: scrolled(linked(headed, new Set(ids))), contents };
}

/** What a game is about and how a turn goes: the page's beginning, up to its first example. */
export function shortForm(html: string): string {
  const [opening = "", first = ""] = html
    .replace(/<h1[^>]*>.*?<\/h1>/s, "")
    .replace(CONTENTS, "")
    .split(/<h2[^>]*>.*?<\/h2>/s);
  const [before = "", ...examples] = first.split(/<pre>|<h3[^>]*>/);
  // The last paragraph before an example leads up to it.
  const isCut = examples.length > 0 && first.startsWith("<pre>", before.length);
  return scrolled(opening + (isCut ? before.replace(/<p>(?:(?!<p>).)*<\/p>\s*$/s, "") : before));
}

/** What may be too wide for a phone scrolls by itself, by keyboard too. */
function scrolled(html: string): string {
  return html
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
}

/** Every mention of a rule as a link to it. */
function linked(html: string, ids: ReadonlySet<string>): string {
  let quiet = 0;
  return html
    .split(/(<[^>]+>)/)
    .map((piece) => {
      const tag = QUIET.exec(piece);
      if (tag !== null) quiet += tag[1] === "/" ? -1 : 1;
      if (piece.startsWith("<") || quiet > 0) return piece;
      return piece.replaceAll(/\b[A-Z]{2,}-[A-Z]?\d+(?:\.\d+)*\b/g, (id) =>
        ids.has(id) ? `<a href="#${id}">${id}</a>` : id,
      );
    })
    .join("");
}

/** As links inside the server's pages call a heading: "How to play" is "how-to-play". */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

function plainText(html: string): string {
  const named: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'" };
  return html.replaceAll(/<[^>]+>/g, "").replaceAll(/&([^;]+);/g, (whole, name: string) => named[name] ?? whole);
}
