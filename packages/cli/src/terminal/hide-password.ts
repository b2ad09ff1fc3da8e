/** An address of a database without its password; anything else as it is. */
export function hidePassword(database: string): string {
  return database.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, "$1:***@");
}
