import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import {
  customerStatusChange,
  customerTags,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { type BenchBackroom, SHOP } from "./backroom.ts";

interface Answer {
  errors?: { message: string }[];
  extensions: {
    cost: {
      actualQueryCost: number;
      throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
    };
  };
}

/** What was taken of the shop's points, by the store's own accounts. */
export interface RateUse {
  spent: number;
  seconds: number;
  /** Points spent of those that the plan restored during the run; more than 1 while saved-up points are used, too. */
  share: number;
  /** The rate after the saved points were used up. Undefined when they never were. */
  steadyShare: number | undefined;
}

/** Bulk work leaves a fifth of the bucket to people; with little more than that left it lives on what is restored. */
const SAVED_UP_IS_GONE = 0.25;

interface Look {
  at: number;
  spent: number;
  isSpentUp: boolean;
}

/** What the store charges for operations, by their names. */
export type Costs = Record<string, number>;

/**
 * Watches, four times a second, how many of these operations the store has answered, and what is left in the bucket.
 * @param costs of the operations that the work consists of; those of a decision by default
 */
export async function watchRate(
  backroom: BenchBackroom,
  costs?: Costs,
): Promise<{ stop(): Promise<RateUse> }> {
  const { localStoreUrl } = backroom.stack;
  const token = await offlineToken(backroom.localStoreDatabaseUrl);
  const ask = async (query: string, variables: object = {}): Promise<Answer> => {
    const response = await fetch(`${localStoreUrl}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-shopify-access-token": token,
        "x-forwarded-host": SHOP,
      },
      body: JSON.stringify({ query, variables }),
    });
    const answer = (await response.json()) as Answer;
    // An operation that the store did not carry out costs nothing, and the figure would be wrong without anybody noticing.
    if (answer.errors?.[0])
      throw new Error(`The store refused what the bench asked: ${answer.errors[0].message}`);
    return answer;
  };
  const charged = costs ?? (await decisionCosts(backroom, ask));
  const restoreRate = (await ask("{ shop { id } }")).extensions.cost.throttleStatus.restoreRate;

  const look = async (): Promise<Look> => {
    const counters = await fetch(`${localStoreUrl}/__counters?shop=${SHOP}`);
    const { requests } = (await counters.json()) as { requests: Record<string, number> };
    const { cost } = (await ask("{ shop { id } }")).extensions;
    const { currentlyAvailable, maximumAvailable } = cost.throttleStatus;
    const spent = Object.entries(charged).reduce(
      (sum, [name, each]) => sum + (requests[name] ?? 0) * each,
      0,
    );
    return {
      at: performance.now(),
      spent,
      isSpentUp: currentlyAvailable < maximumAvailable * SAVED_UP_IS_GONE,
    };
  };
  const looks = [await look()];
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await wait(250, undefined, { signal: stopping.signal }).catch(() => undefined);
      looks.push(await look());
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      const gone = looks.findIndex((each) => each.isSpentUp);
      const steady = gone < 0 ? undefined : rateBetween(looks[gone], looks.at(-1), restoreRate);
      const whole = rateBetween(looks[0], looks.at(-1), restoreRate);
      return { ...whole, steadyShare: steady && steady.seconds > 3 ? steady.share : undefined };
    },
  };
}

function rateBetween(first: Look | undefined, last: Look | undefined, restoreRate: number) {
  const seconds = first && last ? (last.at - first.at) / 1000 : 0;
  const spent = first && last ? last.spent - first.spent : 0;
  return { spent, seconds, share: spent / (seconds * restoreRate) };
}

/** What the store charges for the two operations of a decision, learned from one that changes nothing. */
async function decisionCosts(
  { database }: BenchBackroom,
  ask: (query: string, variables: object) => Promise<Answer>,
): Promise<Costs> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM customers WHERE shop = $1 AND student_status = 'pending' LIMIT 1",
    [SHOP],
  );
  const id = `gid://shopify/Customer/${rows[0]?.id}`;
  const read = await ask(customerTags.text, { id });
  const change = await ask(customerStatusChange.text, {
    id,
    add: ["Pending"],
    remove: ["Approved"],
    keys: MIRRORED_METAFIELDS,
  });
  return {
    [customerTags.name]: read.extensions.cost.actualQueryCost,
    [customerStatusChange.name]: change.extensions.cost.actualQueryCost,
  };
}

/** The app's own offline token, as the local store gave it out. */
async function offlineToken(localStoreDatabaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: localStoreDatabaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ token: string }>(
      "SELECT token FROM access_tokens WHERE shop = $1 AND staff_id IS NULL ORDER BY created_at DESC LIMIT 1",
      [SHOP],
    );
    if (!rows[0]) throw new Error("The app has no offline token yet.");
    return rows[0].token;
  } finally {
    await client.end();
  }
}
