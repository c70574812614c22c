import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { freePort } from "../../../server/process/ports.ts";
import { addPromotion, SUBMISSION_FORM } from "../../integration/promo/support.ts";
import { signedInCalls } from "../../support/calls.ts";
import { drawReceipt } from "../../support/receipts.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const BAIT = "You won 500 USD! Claim it at https://evil.example";
const MAILBOX = ["victim@gmail.com", "vic.tim@gmail.com", "victim+1@googlemail.com"];
/** Wrong codes that a visitor may enter in an hour. */
const GUESS_LIMIT = 20;
/** Addresses of the page of codes. A web server may take some of them for no page at all. */
const SPELLINGS = [
  "/proxy/registration/",
  "/proxy/registration",
  "/proxy/registration.data",
  "/proxy/registration/.data",
  "/proxy/Registration//",
  "//proxy//registration",
  "/proxy//registration/",
  "/PROXY/REGISTRATION",
  "/%70roxy/%72egistration/",
  "/proxy/registration%2f",
  "/proxy/x/../registration/",
  "/proxy/registration/?_data=routes%2Fproxy.registration",
];

export const publicForms: BackroomPromise = {
  id: "R38",
  title: "strangers fill in public forms for one mailbox, and guess codes in every spelling of the path",
  provenBy: [
    "tests/integration/public-forms/confirmations.test.ts",
    "tests/unit/server/limit-visitors.test.ts",
  ],
  async test(shop, scale) {
    const forms = scale === "small" ? 12 : 60;
    const targets = await openPages(shop);
    const port = await freePort();
    const web = startBuilt("web", port);
    try {
      await untilHealthy(port);
      const sent = await floodMailbox(port, targets, forms);
      const mails = await mailsToMailbox();
      const words = mails.filter((mail) => /500 USD|evil\.example|Stranger/.test(JSON.stringify(mail)));
      const guesses = await guessCodes(port);
      return finding(
        `${sent.accepted} of ${forms} forms accepted for one mailbox, ${mails.length} emails; ${guesses.sent} guesses in ${SPELLINGS.length} spellings, ${guesses.answered} answered`,
        {
          "forms refused": forms - sent.accepted,
          "different answers": sent.answers - targets.length,
          "strangers' words before confirmation": words.length,
          "emails beyond one in ten minutes": Math.max(0, mails.length - 1),
          "emails missing": mails.length === 0 ? 1 : 0,
          "unconfirmed entries in lists": await countListed(shop),
          "guesses beyond the limit": guesses.beyond,
        },
      );
    } finally {
      web.kill("SIGKILL");
    }
  },
};

/** A public form, as the page has it. */
interface Target {
  path: string;
  form(index: number): Promise<FormData>;
}

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const addressAt = (index: number): string => MAILBOX[index % MAILBOX.length] ?? "";

async function openPages(shop: TestShop): Promise<Target[]> {
  const calls = await signedInCalls(shop);
  const { giveaway } = await calls.giveaways.create({ name: "R38" });
  // The shop keeps the partners of the promises before.
  const { list } = await calls.partners.list();
  await calls.partners.save({
    list: [...list.map(({ handle, name }) => ({ handle, name })), { handle: "r38", name: "R38" }],
  });
  await calls.registrationCodes.create({
    registrationCode: "R38-CODE",
    startDate: "2020-01-01",
    endDate: "2099-12-31",
  });
  const { withShop } = await import("~/platform/db/with-shop.server");
  await addPromotion(
    async <Row extends object>(text: string, values: unknown[] = []) =>
      (await withShop(DEMO, (tx) => tx.$client.query<Row>(text, values))).rows,
    { id: 38 },
  );
  const receipt = await drawReceipt(() => 0.5);
  const person = { firstName: BAIT, lastName: "Stranger" };
  return [
    {
      path: new URL(giveaway.link).pathname.replace(/^.*\/giveaway\//, "/proxy/giveaway/"),
      form: async (index) => formOf({ ...person, email: addressAt(index) }),
    },
    {
      path: "/proxy/registration/",
      form: async (index) =>
        formOf({ ...person, email: addressAt(index), code: "R38-CODE", kind: "student" }),
    },
    {
      path: "/proxy/promotion/promotion-key-38/",
      form: async (index) => {
        const fields = { ...SUBMISSION_FORM, shippingFirstName: BAIT, shippingAddress1: BAIT };
        const form = formOf({ ...fields, email: addressAt(index), operationId: crypto.randomUUID() });
        form.set("receipt", new File([new Uint8Array(receipt)], "Stranger.jpg"));
        return form;
      },
    },
  ];
}

async function floodMailbox(port: number, targets: readonly Target[], forms: number) {
  const answers = new Set<string>();
  let accepted = 0;
  for (let index = 0; index < forms; index += 1) {
    const target = targets[index % targets.length] as Target;
    const { status, text } = await post(port, target.path, await target.form(index), `198.51.100.${index}`);
    if (status === 200) accepted += 1;
    answers.add(`${status} ${text}`);
  }
  return { accepted, answers: answers.size };
}

async function post(port: number, path: string, form: FormData, visitor: string) {
  const [plain = "", query = ""] = path.split("?");
  const parameters = {
    ...Object.fromEntries(new URLSearchParams(query)),
    shop: DEMO,
    logged_in_customer_id: "",
    path_prefix: "/apps/backroom",
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const signature = signProxyParameters(parameters, application.apiSecret);
  const address = `http://127.0.0.1:${port}${plain}?${new URLSearchParams({ ...parameters, signature })}`;
  const answer = await fetch(address, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { "X-Forwarded-For": `${visitor}, 23.227.38.1`, "User-Agent": "Mozilla/5.0 Chrome/140.0" },
  });
  return { status: answer.status, text: await answer.text() };
}

/** Each spelling is tried alone, as often as the limit allows and a few times more, and then all of them by one visitor. */
async function guessCodes(port: number) {
  const person = {
    firstName: "Ana",
    lastName: "Martin",
    kind: "student",
    email: "guesser@customers.example",
  };
  const isAnswered = async (path: string, number: number, visitor: string) => {
    const form = formOf({ ...person, code: `WRONG-${number}` });
    return (await post(port, path, form, visitor)).text.includes("This code can");
  };
  let [sent, answered, beyond] = [0, 0, 0];
  const guess = async (paths: readonly string[], times: number, visitor: string) => {
    let ofVisitor = 0;
    for (let time = 0; time < times; time += 1)
      for (const path of paths) {
        sent += 1;
        if (await isAnswered(path, sent, visitor)) ofVisitor += 1;
      }
    answered += ofVisitor;
    beyond += Math.max(0, ofVisitor - GUESS_LIMIT);
  };
  for (const [index, path] of SPELLINGS.entries()) await guess([path], GUESS_LIMIT + 4, `203.0.113.${index}`);
  await guess(SPELLINGS, 4, "203.0.113.250");
  return { sent, answered, beyond };
}

async function mailsToMailbox() {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{
    to_name: string | null;
    subject: string;
    text_body: string;
    html_body: string;
  }>(
    "SELECT to_name, subject, text_body, html_body FROM mails WHERE shop = $1 AND lower(to_email) = ANY($2)",
    [DEMO, MAILBOX],
  );
  return rows;
}

/** What a stranger entered and staff could see. */
async function countListed(shop: TestShop): Promise<number> {
  const calls = await signedInCalls(shop);
  const [giveaways, codes, submissions] = await Promise.all([
    calls.giveaways.list({ search: "R38" }),
    calls.registrationCodes.list({ search: "R38-CODE" }),
    calls.promo.list({ search: MAILBOX[0] ?? "" }),
  ]);
  return (
    (giveaways.list[0]?.registered ?? 0) + (codes.list[0]?.currentRegistrationCount ?? 0) + submissions.total
  );
}
