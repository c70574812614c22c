import type { Administrator, Permission } from "../auth/permission";

/** The person that a connection belongs to. */
export interface Person {
  shop: string;
  /** The administrator's id. */
  id: string;
}

/** How the realtime server verifies tokens, reads access, and which permissions have rooms. */
export interface RealtimeOptions {
  authenticate(token: string): Promise<{ shop: string; administrator: Administrator } | null>;
  /** Reads the current access of these people. Those without access are left out. */
  readRights(people: readonly Person[]): Promise<(Person & { administrator: Administrator })[]>;
  audiences: readonly Permission[];
  /** How often access is checked again. */
  checkEveryMs?: number;
  /** A connection's maximum age. The browser then reconnects with a new token. */
  lifeMs?: number;
}
