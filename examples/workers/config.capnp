using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .diglot)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const diglot :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-01-01",
  # Without it only the cancelled body shows that a caller has left.
  compatibilityFlags = ["enable_request_signal"],
);
