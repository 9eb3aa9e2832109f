import { mount } from "svelte";

import App from "./app/App.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("The page has no place for the app.");
mount(App, { target });

// A page for when the server cannot be reached; browsers allow it only where the connection is safe.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  void navigator.serviceWorker.register("/worker.js").catch(() => {});
