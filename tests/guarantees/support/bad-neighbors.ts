/** Shops whose work is slow: a long import, mails at a slow pace, a throttle, a search engine that hangs. */
import { createHash } from "node:crypto";
import net from "node:net";
import type { TestShop } from "../../support/test-shop.ts";
import { setFaults } from "./approvals.ts";
import { addCustomersOfStore, type OneShop, query } from "./many-shops.ts";

/** Enough to take every slot, if they could. */
const JOBS = 8;
const ROWS_PER_SLICE = 500;
const OWNER = { id: "1", name: "Olivia Owner" };

/** Imports a spreadsheet with the given number of students. */
export async function importRows(shop: TestShop, { domain, calls }: OneShop, rows: number): Promise<void> {
  await addCustomersOfStore(shop, domain, rows, "Imported");
  const sha256 = createHash("sha256").update(domain).digest("hex");
  const columns = ["Email", "School"];
  const file = { kind: "students", fileName: "people.csv", sha256, columns, rowCount: rows };
  const { run } = await calls.imports.open(file);
  await calls.imports.decide({ id: run.id, mapping: ["email", "school"], blanks: "keep" });
  for (let start = 0; start < rows; start += ROWS_PER_SLICE) {
    const slice = Array.from({ length: Math.min(ROWS_PER_SLICE, rows - start) }, (_, index) => ({
      number: start + index + 2,
      cells: [`imported.${start + index}@students.example`, "Harbor College"],
    }));
    await calls.imports.send({ id: run.id, rows: slice });
  }
  await calls.imports.finish({ id: run.id });
  await calls.imports.start({ id: run.id });
}

/** Invites the given number of people by several jobs, at a pace of one email a minute. */
export async function mailSlowly({ domain, calls }: OneShop, people: number): Promise<void> {
  const [{ startBulkInvite }, { withShop }] = await Promise.all([
    import("~/domain/invitations/bulk.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await calls.mailSettings.savePace({ perMinute: 1 });
  const perJob = Math.ceil(people / JOBS);
  for (let job = 0; job < JOBS; job += 1) {
    const invitees = Array.from({ length: perJob }, (_, index) => ({
      firstName: "Ana",
      lastName: "Martin",
      email: `person${job}.${index}@slow.example`,
      additionalTags: [],
    }));
    await withShop(domain, (tx) =>
      startBulkInvite(tx, domain, {
        scope: { audience: "partner", groupId: "" },
        people: invitees,
        by: OWNER,
        operationId: `slow ${job}`,
      }),
    );
  }
}

/** Approves students by several jobs in a shop whose requests Shopify throttles nine times of ten. */
export async function beThrottled(
  shop: TestShop,
  { domain, calls }: OneShop,
  students: number,
): Promise<void> {
  setFaults(shop.localStore, domain, { throttled: 0.9 });
  const ids = await addCustomersOfStore(shop, domain, students, "Throttled");
  const perJob = Math.ceil(ids.length / JOBS);
  for (let start = 0; start < ids.length; start += perJob) {
    const customers = ids
      .slice(start, start + perJob)
      .map((id) => ({ id: `gid://shopify/Customer/${id}`, label: `Student ${id}` }));
    await calls.customers.decideMany({
      registration: "student",
      customers,
      removeTag: "Pending",
      addTag: "Approved",
    });
  }
}

/** Lets a shop's products be sent to a Solr that accepts connections and never answers. @returns what ends it */
export async function hangSolr({ domain, calls }: OneShop): Promise<() => void> {
  const server = net.createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await calls.connectors.solr.save({
    base_url: `http://127.0.0.1:${port}/solr`,
    collection: "products",
    configSet: "_default",
    shards: "1",
    replicas: "1",
    user: "backroom",
    password: "hangs",
  });
  await calls.solr.update();
  await query(
    "INSERT INTO search_changes (shop, engine, product_id) SELECT $1, 'solr', generate_series(1, 50)",
    [domain],
  );
  return () => server.close();
}
