import { writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

// Makes a file and is its only writer for a while: hold-new-file <path> <milliseconds>
const [path = "", milliseconds = "0"] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec("BEGIN IMMEDIATE");
writeSync(1, "held");
setTimeout(() => database.exec("COMMIT"), Number(milliseconds));
