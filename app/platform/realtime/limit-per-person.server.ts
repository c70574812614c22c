import type { Socket } from "socket.io";

/** A person's connections to this process: more windows than anyone looks at. */
const MAX_CONNECTIONS = 20;

/**
 * Counts the connections of each person, so that one person can't use up the process.
 * @returns a function that takes a place until the connection closes. False when none is left, or when it has closed
 */
export function limitPerPerson(): (socket: Socket, person: string) => boolean {
  const taken = new Map<string, number>();
  return ({ conn }, person) => {
    const count = taken.get(person) ?? 0;
    if (count >= MAX_CONNECTIONS || conn.readyState === "closed") return false;
    taken.set(person, count + 1);
    conn.once("close", () => {
      const left = (taken.get(person) ?? 1) - 1;
      if (left > 0) taken.set(person, left);
      else taken.delete(person);
    });
    return true;
  };
}
