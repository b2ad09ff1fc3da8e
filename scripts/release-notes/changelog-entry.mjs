// One version in a CHANGELOG.md.

/**
 * The text below the heading of a version, or `undefined` if it has no such heading.
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined}
 */
export function changelogEntry(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.split("\n", 1)[0].trim() === version);
  return section?.slice(section.indexOf("\n")).trim();
}
