import type pg from "pg";
import { DatabaseUnavailable } from "../errors";
import { database } from "./pool.server";

const LIMITS = {
  /** A commit that takes longer than this makes further changes wait in vain: they are refused (milliseconds). */
  stuckAfterMs: 3_000,
  /** After this long, the person gets an answer (milliseconds). */
  deadlineMs: 10_000,
};

/** Makes the limits shorter, for a test that has no standby. @returns a function that restores them */
export function setCommitLimits(limits: typeof LIMITS): () => void {
  const former = { ...LIMITS };
  Object.assign(LIMITS, limits);
  return () => void Object.assign(LIMITS, former);
}

/**
 * Without its time limit: PostgreSQL would take the end of the time for a commit that the standbys need not have, and acknowledge
 * it.
 */
const COMMIT = "SET LOCAL statement_timeout = 0; COMMIT";

const NOT_SAVED =
  "Nothing can be saved at the moment, because the database's standby doesn't confirm changes. Nothing was changed. Please try again in a minute.";
const UNCONFIRMED =
  "The change was made, but the database's standby hasn't confirmed it. Don't repeat it: it appears here as soon as it is confirmed. Look again in a few minutes.";

/** The change was rolled back, because earlier commits don't end. */
export const notSaved = () => new DatabaseUnavailable(undefined, NOT_SAVED);

/** A commit that hasn't ended in time. Its connection can't be used until it has. */
export class CommitUnconfirmed extends DatabaseUnavailable {
  /** @param ended resolves when the connection can be released, with the error that broke it */
  constructor(readonly ended: Promise<Error | undefined>) {
    super(undefined, UNCONFIRMED);
  }
}

/** Commits of this process that have taken longer than `stuckAfterMs`. */
let stuck = 0;

/** True while commits don't end, because a synchronous standby is gone. */
export const areCommitsStuck = (): boolean => stuck > 0;

/**
 * Commits a transaction.
 * @throws CommitUnconfirmed when it takes too long, and what the database reports
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  const committing = send(client);
  const ended = committing.then(
    () => undefined,
    (error: Error) => error,
  );
  const stuckTimer = setTimeout(() => {
    stuck += 1;
    void ended.then(() => {
      stuck -= 1;
    });
  }, LIMITS.stuckAfterMs);
  let deadlineTimer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    deadlineTimer = setTimeout(() => reject(new CommitUnconfirmed(ended)), LIMITS.deadlineMs);
  });
  void ended.then(() => clearTimeout(stuckTimer));
  try {
    await Promise.race([committing, deadline]);
  } finally {
    clearTimeout(deadlineTimer);
  }
}

/** PostgreSQL's warning that a commit was canceled while it waited for the standbys. */
const COMMITTED_LOCALLY = /committed locally/;

async function send(client: pg.ClientBase): Promise<void> {
  let isLocalOnly = false;
  const listen = ({ message }: { message?: string }) => {
    isLocalOnly ||= COMMITTED_LOCALLY.test(message ?? "");
  };
  client.on("notice", listen);
  try {
    await client.query(COMMIT);
  } finally {
    client.off("notice", listen);
  }
  if (isLocalOnly) throw new CommitUnconfirmed(Promise.resolve(undefined));
}

/** True when the open transaction has changed something. */
export async function hasWritten(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ hasWritten: boolean }>(
    `SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS "hasWritten"`,
  );
  return rows[0]?.hasWritten ?? false;
}

/** A commit that standbys must confirm like any other. It writes a message to the log, no row, so it never waits for a lock. */
const PROBE = `BEGIN; SELECT pg_logical_emit_message(true, 'backroom', 'health'); SET LOCAL statement_timeout = 0; COMMIT`;

let probe: Promise<void> | undefined;

/**
 * Commits something, to see that changes can be saved. Concurrent calls share a probe, so that one that hangs occupies one
 * connection.
 * @throws when it can't be committed in time
 */
export async function probeWrite(withinMs: number): Promise<void> {
  probe ??= write().finally(() => {
    probe = undefined;
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing could be saved within ${withinMs} ms`)), withinMs);
  });
  try {
    await Promise.race([probe, timeout]);
  } finally {
    clearTimeout(timer);
    // Its failure may come after the answer.
    probe?.catch(() => undefined);
  }
}

async function write(): Promise<void> {
  const client = await database().connect();
  try {
    await client.query(PROBE);
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
