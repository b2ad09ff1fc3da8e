import { useEffect } from "preact/hooks";
import { KeysView } from "./keys/keys-view.js";
import { LiveView } from "./live/live-view.js";
import { RequestView } from "./one/request-view.js";
import { SignIn } from "./sign-in.js";
import { credential, leave } from "./state/api.js";
import { poll } from "./state/poll.js";
import { captures, hasAdmin, hasUpstreams, refresh, trouble } from "./state/requests.js";
import { route } from "./state/route.js";
import { UpstreamsView } from "./upstreams/upstreams-view.js";
import { UseView } from "./use/use-view.js";

/** The whole page. */
export function App() {
  const isIn = credential.value !== undefined;
  useEffect(() => (isIn ? poll(refresh) : undefined), [isIn]);
  if (!isIn) return <SignIn />;
  return (
    <>
      <TopBar />
      <p class="trouble" role="status">
        {trouble.value}
      </p>
      <main>
        <View />
      </main>
    </>
  );
}

function View() {
  const now = route.value;
  switch (now.view) {
    case "live":
      return <LiveView />;
    case "request":
      return <RequestView id={now.id} key={now.id} />;
    case "use":
      return <UseView />;
    case "keys":
      return <KeysView />;
    case "upstreams":
      return <UpstreamsView />;
  }
}

function TopBar() {
  const { view } = route.value;
  const current = (name: string) => (view === name ? "page" : undefined);
  return (
    <header class="bar">
      <span class="mark">Diglot</span>
      <nav aria-label="Views">
        <a href="#/" aria-current={view === "request" ? "true" : current("live")}>
          Live
        </a>
        <a href="#/use" aria-current={current("use")}>
          Use
        </a>
        {hasAdmin.value && (
          <a href="#/keys" aria-current={current("keys")}>
            Keys
          </a>
        )}
        {hasUpstreams.value && (
          <a href="#/upstreams" aria-current={current("upstreams")}>
            Upstreams
          </a>
        )}
      </nav>
      <span class="space" />
      <span class="connection">
        <span class="quiet">{captures.value ? "contents are captured" : ""}</span>
      </span>
      <button type="button" class="plain" onClick={() => leave()}>
        Sign out
      </button>
    </header>
  );
}
