/** A part of the page as a picture: what is drawn there, with the styles it is drawn with, and without tools. */

/** So many pixels for one of the page, for sharp pictures on any screen. */
const SCALE = 2;
const IMPOSSIBLE = "This browser cannot make pictures.";

export async function pictureOf(element: HTMLElement): Promise<Blob> {
  return asFile(await canvasOf(element, SCALE));
}

/** The same on a canvas, with so many pixels for one of the page. What is drawn is what is there at once. */
export async function canvasOf(element: HTMLElement, scale: number): Promise<HTMLCanvasElement> {
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const image = await drawnFrom(element, scale);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = contextOf(canvas);
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return canvas;
}

/** What is drawn in a part of the page, ready for a canvas: so many times as large as on the page. */
export async function drawnFrom(element: HTMLElement, scale = SCALE): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(element, scale))}`;
  await image.decode();
  return image;
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error(IMPOSSIBLE);
  return context;
}

export function asFile(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error(IMPOSSIBLE)) : resolve(blob)));
  });
}

/** A drawing that holds the element and every style of the page: in it, the root is the drawing itself. */
function drawing(element: HTMLElement, scale: number): string {
  const { width, height } = element.getBoundingClientRect();
  const namespace = "http://www.w3.org/2000/svg";
  const root = document.createElementNS(namespace, "svg");
  root.setAttribute("width", String(width * scale));
  root.setAttribute("height", String(height * scale));
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  for (const { name, value } of document.documentElement.attributes) root.setAttribute(name, value);
  root.dataset["theme"] = themeOnShow();
  const style = document.createElementNS(namespace, "style");
  style.textContent = `${stylesOnShow()}\n${AT_REST}`;
  const frame = document.createElementNS(namespace, "foreignObject");
  frame.setAttribute("width", String(width));
  frame.setAttribute("height", String(height));
  const copy = element.cloneNode(true) as HTMLElement;
  copy.style.width = `${width}px`;
  copy.style.height = `${height}px`;
  const { color, fontFamily, fontSize, lineHeight } = getComputedStyle(element);
  Object.assign(copy.style, { color, fontFamily, fontSize, lineHeight });
  for (const tools of copy.querySelectorAll("[data-role=tools]")) tools.remove();
  frame.append(copy);
  root.append(style, frame);
  return new XMLSerializer().serializeToString(root);
}

/** In a picture every animation would begin again, and be seen at its beginning. */
const AT_REST = "*, ::before, ::after { animation: none !important; transition: none !important; }";

/** A picture does not know what the system prefers. */
function themeOnShow(): string {
  const { theme } = document.documentElement.dataset;
  return theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/** The styles that apply at this size of the page: to a picture, its own size would be that of the page. */
function stylesOnShow(): string {
  const texts = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      if (!(rule instanceof CSSMediaRule)) return [rule.cssText];
      return matchMedia(rule.conditionText).matches ? texts(rule.cssRules) : [];
    });
  return [...document.styleSheets].flatMap(({ cssRules }) => texts(cssRules)).join("\n");
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
