// Runs a service over one store, as it is asked. The arguments are the checkout, the name of the store
// and its place: a file or a schema.
import { answerParent } from "../shared/children.ts";
import { loadCore } from "../shared/project.ts";
import { type LedgerBench, openBench } from "./bench.ts";

const [root = "", name = "", place = ""] = process.argv.slice(2);
let bench: LedgerBench | undefined;

answerParent({
  async open() {
    bench = await openBench(await loadCore(root), name, place);
  },
  round: (milliseconds: number) => bench?.round(milliseconds),
  close: () => bench?.close(),
});
