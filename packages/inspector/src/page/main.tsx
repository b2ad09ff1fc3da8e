import "uplot/dist/uPlot.min.css";
import "./styles/base.css";
import "./styles/live.css";
import "./styles/one.css";
import "./styles/use.css";
import { render } from "preact";
import { App } from "./app.js";
import { openOnce } from "./state/api.js";

void openOnce();
const root = document.getElementById("app");
if (root) render(<App />, root);
