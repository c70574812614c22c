import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

export const KEY = "agora-local-backroom-demo";
export const gid = (id: number) => `gid://shopify/Customer/${id}`;

/** A shop that is connected to Agora, and the calls of its owner. */
export async function openAgoraShop(database: string) {
  const shop = await openTestShop(database);
  const calls = await signedInCalls(shop);
  await calls.connectors.agora.save({ base_url: `${shop.localStore.url}/agora`, key: KEY });
  return { shop, calls };
}

/** Runs a sync job as the worker would. */
export async function runSyncJob(domain: string, jobId: string): Promise<void> {
  const [{ runJob }, { syncToAgoraJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/agora/sync-job.server"),
  ]);
  await runJob(domain, jobId, new Map([[syncToAgoraJob.name, syncToAgoraJob]]), new AbortController().signal);
}

/** Registers a person with these tags and reads them into the mirror. @returns the customer's number */
export async function registerApproved(
  { localStore }: TestShop,
  name: string,
  tags = ["UserType:Student", "Approved"],
): Promise<number> {
  const id = await registerStudent(localStore, { name, tags, school: "Northside" });
  await refreshMirror([id]);
  return id;
}

interface Arrived {
  users: { external_id: string; version: number; changes: number; person: { school: string } }[];
  requests: { status: number; idempotency_key: string; body: { external_id: string } }[];
}

/** What arrived at Agora. */
export const readAgora = async ({ localStore }: TestShop) =>
  (await (await fetch(`${localStore.url}/agora.json?shop=${DEMO}`)).json()) as Arrived;

/** What arrived at Agora of this person. */
export async function atAgora(shop: TestShop, id: number) {
  const { users, requests } = await readAgora(shop);
  return {
    user: users.find(({ external_id }) => external_id === String(id)),
    requests: requests.filter(({ body }) => body.external_id === String(id)),
  };
}
