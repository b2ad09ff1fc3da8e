import { checks } from "@diglot/core";
import { messageOf } from "../../common/message-of.js";
import type { NamedConversation, Tape, TapedConversation, TapedConversations } from "../tape.js";
import { inOrderOfNames } from "./create-tape.js";
import { type FileSystem, openFileSystem, processNumber } from "./file-system.js";
import { createQueue } from "./one-at-a-time.js";
import { fromTapeText, toTapeText } from "./tape-text.js";

const ending = ".json";

/**
 * A tape in a folder: one JSON file per conversation, named after what its user said first. The
 * folder is made with the first recording. A file is written whole or not at all. One tape at a time
 * may record into a folder; any number may read it.
 *
 * In Node from 22.3, Bun and Deno.
 * @throws TypeError for anything that is not the path of a folder; Error in a runtime without files; when read, one that names the file that is not a tape
 */
export function createFileTape(folder: string): Tape {
  checks.checkOptions("createFileTape", folder, checks.name, "folder");
  const files = openFileSystem();
  const enqueue = createQueue();
  let written = 0;

  async function write([name, conversation]: NamedConversation): Promise<void> {
    const temporary = `${folder}/.${name}.${processNumber()}-${++written}.tmp`;
    await files.mkdir(folder, { recursive: true });
    try {
      await files.writeFile(temporary, toTapeText(conversation));
      await files.rename(temporary, `${folder}/${name}${ending}`);
    } catch (error) {
      await files.rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    read: () => readFolder(files, folder),
    update: (change) => enqueue(async () => write(change(await readFolder(files, folder)))),
  };
}

async function readFolder(files: FileSystem, folder: string): Promise<TapedConversations> {
  const conversations = new Map<string, TapedConversation>();
  for (const file of await listFolder(files, folder)) {
    if (!file.endsWith(ending)) continue;
    const name = file.slice(0, -ending.length);
    conversations.set(name, await readTapeFile(files, `${folder}/${file}`));
  }
  return inOrderOfNames(conversations);
}

/** A folder that is not there yet is an empty tape. */
async function listFolder(files: FileSystem, folder: string): Promise<readonly string[]> {
  try {
    return await files.readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function readTapeFile(files: FileSystem, path: string): Promise<TapedConversation> {
  const text = await files.readFile(path, "utf8");
  try {
    return fromTapeText(text);
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}.`);
  }
}
