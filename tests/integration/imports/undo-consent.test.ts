import { afterAll, beforeAll, expect, test } from "vitest";
import { setConsent } from "../../../local-store/data/customers.ts";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, importFile, inStore, undo } from "./support.ts";

let shop: TestShop;
let calls: Calls;
beforeAll(async () => {
  shop = await openTestShop("import_undo_consent");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

type State = "SUBSCRIBED" | "UNSUBSCRIBED";

/** A customer's subscription in the store. */
const set = (id: number, marketingState: State) =>
  setConsent(shop.localStore.store, DEMO, id, "email", {
    marketingState,
    marketingOptInLevel: "SINGLE_OPT_IN",
  });

/** Imports an email policy answer for a customer with the given field and subscription. */
async function imported(name: string, field: "" | "1", state: State | null, answer: "Yes" | "No") {
  const email = `${name.toLowerCase()}.consent@students.example`;
  const id = await registerStudent(shop.localStore, { name: `${name} Consent`, email });
  if (field)
    await setMetafields(
      shop.localStore.store,
      DEMO,
      [
        {
          ownerType: "CUSTOMER",
          ownerId: id,
          namespace: "profile",
          key: "email_policy_consent",
          type: "single_line_text_field",
          value: field,
        },
      ],
      async () => undefined,
    );
  if (state) await set(id, state);
  await refreshMirror([id]);
  const run = await importFile(calls, {
    name: `${name}.csv`,
    columns: ["Email", "Email Policy Consent"],
    rows: [[email, answer]],
  });
  expect(run.items).toMatchObject([{ state: "done" }]);
  const now = async () => {
    const customer = await inStore(shop, email);
    return [
      customer?.metafields["profile.email_policy_consent"] ?? "",
      customer?.email_marketing?.state ?? null,
    ];
  };
  return { id, now, undo: () => undo(calls, run.id) };
}

test("undoing an import never subscribes a customer who wasn't subscribed before, whatever the field says", async () => {
  const { now, undo } = await imported("Ned", "1", "UNSUBSCRIBED", "No");
  expect(await now()).toEqual(["0", "UNSUBSCRIBED"]);
  expect(await undo()).toMatchObject([{ state: "done", message: "Restored" }]);
  expect(await now()).toEqual(["1", "UNSUBSCRIBED"]);
});

test("a subscribed customer stays subscribed even though their field was empty", async () => {
  const { now, undo } = await imported("Sue", "", "SUBSCRIBED", "Yes");
  expect(await undo()).toMatchObject([{ state: "done" }]);
  expect(await now()).toEqual(["", "SUBSCRIBED"]);
});

test("a customer who was unsubscribed by the import is subscribed again", async () => {
  const { now, undo } = await imported("Sal", "1", "SUBSCRIBED", "No");
  expect(await now()).toEqual(["0", "UNSUBSCRIBED"]);
  expect(await undo()).toMatchObject([{ state: "done" }]);
  expect(await now()).toEqual(["1", "SUBSCRIBED"]);
});

test.each([
  ["Una", "", "SUBSCRIBED", "Yes", "UNSUBSCRIBED", "they unsubscribed from emails"],
  ["Sid", "1", "UNSUBSCRIBED", "No", "SUBSCRIBED", "they subscribed to emails"],
] as const)("what %s decided since is left alone", async (name, field, before, answer, since, word) => {
  const { id, now, undo } = await imported(name, field, before, answer);
  await set(id, since);
  expect(await undo()).toMatchObject([{ state: "skipped", message: expect.stringContaining(word) }]);
  expect(await now()).toEqual([answer === "Yes" ? "1" : "0", since]);
});
