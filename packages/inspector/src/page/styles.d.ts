/** The build collects style sheets into one. */
declare module "*.css" {}
