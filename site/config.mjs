// The configuration of VitePress. The build copies it beside the pages, where its imports are found.
import { readFileSync } from "node:fs";
import { slug } from "github-slugger";

const site = JSON.parse(readFileSync(new URL("./data/site.json", import.meta.url), "utf8"));
const repository = "https://github.com/diglot/diglot";

/** The anchors of headings are those that the pages have on GitHub. */
const slugify = (heading) => slug(heading);

/** Braces in a document are text. VitePress would take them for expressions. */
function keepBraces(md) {
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...args) => text(...args).replaceAll("{{", "<span v-pre>{{</span>");
}

/** Guides and concepts come before the reference. It runs in the browser, so it needs nothing else. */
function boostDocument(address) {
  if (/\/(api|openapi)\//.test(address)) return 0.3;
  return /\/(reference|decisions)\//.test(address) ? 0.6 : 1.5;
}

export default {
  title: "Diglot",
  description: "One service for all wire formats of language models.",
  lang: "en",
  base: site.base,
  outDir: site.outDir,
  cleanUrls: true,
  // Examples name servers on the reader's machine. The build checks all other links and anchors.
  ignoreDeadLinks: "localhostLinks",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${site.base}icon.svg` }]],
  markdown: {
    anchor: { slugify },
    attrs: { disable: true },
    emoji: { enabled: [] },
    languageAlias: { promql: "bash" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: keepBraces,
  },
  transformHead: ({ page }) => [
    ["link", { rel: "alternate", type: "text/markdown", href: site.base + page }],
  ],
  themeConfig: {
    nav: [
      { text: "Guides", link: "/docs/", activeMatch: "^/docs/$" },
      { text: "Concepts", link: "/docs/concepts" },
      { text: "Reference", link: "/docs/reference/" },
      { text: "HTTP endpoints", link: "/docs/openapi/", activeMatch: "^/docs/openapi/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
    ],
    sidebar: site.sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: "github", link: repository }],
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument } } } },
  },
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
  },
};
