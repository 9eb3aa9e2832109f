/** A part of the page as a picture: what is drawn there, with the styles it is drawn with, and without tools. */

/** So many pixels for one of the page, for sharp pictures on any screen. */
const SCALE = 2;

export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(element, width, height))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot make pictures.");
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("This browser cannot make pictures.")) : resolve(blob)));
  });
}

/** A drawing that holds the element and every style of the page: in it, the root is the drawing itself. */
function drawing(element: HTMLElement, width: number, height: number): string {
  const namespace = "http://www.w3.org/2000/svg";
  const root = document.createElementNS(namespace, "svg");
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  for (const { name, value } of document.documentElement.attributes) root.setAttribute(name, value);
  const style = document.createElementNS(namespace, "style");
  style.textContent = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join("\n");
  const frame = document.createElementNS(namespace, "foreignObject");
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", "100%");
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

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
