/* The theme's search writes a style element into its own shadow root. The server's policy allows styles from files and
   from scripts of ours only, so such an element becomes a sheet that this script makes. It must run before the theme. */

(() => {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    const append = root.appendChild.bind(root);
    root.appendChild = (node) => {
      if (!(node instanceof HTMLStyleElement)) return append(node);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(node.textContent);
      root.adoptedStyleSheets.push(sheet);
      return node;
    };
    return root;
  };
})();
