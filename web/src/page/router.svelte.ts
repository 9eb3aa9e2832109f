/** The screen that is shown, and going to another. */

import { read, type Route } from "./route";

class Router {
  route = $state.raw<Route>(read(location));

  constructor() {
    addEventListener("popstate", () => this.#follow());
    addEventListener("hashchange", () => this.#follow());
    document.addEventListener("click", (event) => this.#click(event));
  }

  go(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    const before = this.route;
    this.#follow();
    if (!replace && JSON.stringify(before) !== JSON.stringify(this.route)) scrollTo(0, 0);
  }

  #follow(): void {
    this.route = read(location);
  }

  /** Links to our own screens are followed without loading the page again. */
  #click(event: MouseEvent): void {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!isPlain || event.defaultPrevented || link === null) return;
    const isOurs = link.origin === location.origin && !link.hasAttribute("download") && link.target === "";
    if (!isOurs || link.getAttribute("href")?.startsWith("#") || read(link).screen === "lost") return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const router = new Router();
