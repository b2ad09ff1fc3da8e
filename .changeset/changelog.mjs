// Writes the entries of each CHANGELOG.md. All packages are released together with the same version, so an
// entry leaves out the commit and the list of packages that follow another one.

/** @type {import("@changesets/types").ChangelogFunctions} */
export default {
  getReleaseLine: ({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, "\n  ")}`,
  getDependencyReleaseLine: () => "",
};
