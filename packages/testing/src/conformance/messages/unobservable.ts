const scripted = "needs a model that fails, waits or refuses on demand";
const upstream = "needs an upstream behind the server that deviates on demand";
const client = "is about a client library, not about the server";

/** The requirements of this format that no check can see from outside, and why; by id. */
export const messagesUnobservable: Readonly<Record<string, string>> = {
  M067: "both behaviours are allowed, so nothing can fail",
  M068: `${scripted}: nobody can be made to refuse`,
  M085: "needs a tool that the server itself runs, and a model that uses it",
  M090: `${scripted}: the failure has to come after the first byte`,
  M091: `${scripted}: the pause has to last longer than the interval of pings`,
  M092: "what becomes of the model's call after the caller has left is not observed by the caller",
  M095: client,
  M096: client,
  M097: "fetch does not let its caller choose where the bytes of a request are cut",
  M098: client,
  M099: client,
  M100: `${scripted}: nobody can be overloaded without harm`,
  M102: upstream,
  M103: upstream,
  M104: upstream,
  M105: upstream,
  M106: upstream,
  M107: upstream,
  M108: upstream,
};
