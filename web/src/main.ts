import { mount } from "svelte";

import App from "./app/App.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("The page has no place for the app.");
mount(App, { target });
