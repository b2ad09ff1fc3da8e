import DefaultTheme from "vitepress/theme-without-fonts";
import Actions from "./Actions.vue";
import LiveExample from "./LiveExample.vue";
import Overview from "./Overview.vue";
import "./style.css";

/** The default theme with the parts of the landing page. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Actions", Actions);
    app.component("LiveExample", LiveExample);
    app.component("Overview", Overview);
  },
};
