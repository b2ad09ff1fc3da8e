/** A path without the version that base URLs end in: `/rerank` of `/v1/rerank`. */
export function withoutVersion(path: string): string {
  return path.replace(/^\/v\d+(?=\/)/, "");
}
