import type { AdminApi } from "~/connectors/shopify/port";
import type { DecisionTools } from "~/domain/registrations/decision";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";

export const gid = (id: number): string => `gid://shopify/Customer/${id}`;

/** The tags that the store holds, in the order of the alphabet. */
export const tagsInStore = async (shop: TestShop, id: number): Promise<string[]> =>
  ((await findCustomer(shop.localStore.store.pool, DEMO, id))?.tags ?? []).toSorted();

/** Reads the database as its owner. */
export async function rowsOf<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

/** The decisions on a customer, oldest first. */
export const decisionsOn = (id: number) =>
  rowsOf<{ state: string; seconds_left: number }>(
    "SELECT state, extract(epoch FROM lease_until - now())::float8 AS seconds_left FROM registration_decisions WHERE shop = $1 AND customer_id = $2 ORDER BY started_at",
    [DEMO, id],
  );

/** Whether the emails to an address are of a bulk change: they leave after the others. */
export const isBulkTo = async (email: string): Promise<boolean[]> => {
  const rows = await rowsOf<{ is_bulk: boolean }>("SELECT is_bulk FROM mails WHERE to_email = $1", [email]);
  return rows.map(({ is_bulk }) => is_bulk);
};

/** Says that every mail of the outbox has left, as it would once the mail server has taken it. */
export const sendMails = () => rowsOf("UPDATE mails SET state = 'sent' WHERE shop = $1", [DEMO]);

/** Works on a job of decisions to its end, as a worker does. */
export async function workOnJobs(jobId: string): Promise<void> {
  const [{ runJob }, { decideManyJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/registrations/decide-many.server"),
  ]);
  const kinds = new Map([[decideManyJob.name, decideManyJob]]);
  await runJob(DEMO, jobId, kinds, new AbortController().signal);
}

/** Lets the lease of the open decision on a customer run out, as time would. */
export const leaseRunsOut = (id: number) =>
  rowsOf(
    "UPDATE registration_decisions SET lease_until = now() - interval '1 second' WHERE customer_id = $1 AND state = 'started'",
    [id],
  );

/** Finishes what was left open, as the worker does every minute. */
export async function finishLeftOpen(): Promise<void> {
  const { finishOpenDecisions } = await import("~/domain/registrations/decide.server");
  await finishOpenDecisions.run(DEMO, new AbortController().signal);
}

/** A decision of the shop's owner, with a given Admin API. */
export async function decideAsOwner(
  wrap: (api: AdminApi) => AdminApi,
  decision: Pick<
    Parameters<typeof import("~/domain/registrations/decide.server")["decide"]>[1],
    "customerId" | "from" | "to" | "operationId" | "reason" | "note" | "notify"
  >,
) {
  const [{ decide }, { liveAdminApi }, { findAdministrator }, { systemClock }] = await Promise.all([
    import("~/domain/registrations/decide.server"),
    import("~/connectors/shopify/live.server"),
    import("~/platform/auth/administrators.server"),
    import("~/platform/clock"),
  ]);
  const actor = await findAdministrator(DEMO, "1");
  if (!actor) throw new Error("The owner has not signed in.");
  const tools: DecisionTools = { shop: DEMO, actor, adminApi: wrap(liveAdminApi(DEMO)), clock: systemClock };
  return decide(tools, decision);
}

/** A gate before Shopify where a decision's tag change waits until it is released. */
export class Gate {
  private arrive = () => {};
  private leave = () => {};
  /** Resolves when the decision has reached the gate. */
  readonly reached = new Promise<void>((resolve) => {
    this.arrive = resolve;
  });
  private readonly opened = new Promise<void>((resolve) => {
    this.leave = resolve;
  });

  /** @param place "on its way": the request was sent, and reaches Shopify even if the lease is lost */
  constructor(private readonly place: "before sending" | "on its way" | "after the answer") {}

  open(): void {
    this.leave();
  }

  readonly wrap = (api: AdminApi): AdminApi => ({
    download: api.download,
    run: async (operation, variables, options) => {
      if (!operation.isMutation) return api.run(operation, variables, options);
      if (this.place !== "after the answer") await this.wait();
      const fence = this.place === "on its way" ? { beforeSending: undefined } : {};
      const answer = await api.run(operation, variables, { ...options, ...fence });
      if (this.place === "after the answer") await this.wait();
      return answer;
    },
  });

  private async wait(): Promise<void> {
    this.arrive();
    await this.opened;
  }
}

/** Shopify's mutations fail with this error: before anything was done, or after it was. */
export const failing =
  (when: "before" | "after", error: Error) =>
  (api: AdminApi): AdminApi => ({
    download: api.download,
    run: async (operation, variables, options) => {
      if (!operation.isMutation) return api.run(operation, variables, options);
      if (when === "after") await api.run(operation, variables, options);
      throw error;
    },
  });
