import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Frame, Locator } from "playwright";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { launchBrowser } from "./browser.ts";
import { type DemoBrowser, heightOf, openDemo } from "./demo-browser.ts";
import { DEMO_SHOP } from "./demo-pages.ts";
import { withMachineFactor } from "./machine-factor.ts";

const DOMAIN = `${DEMO_SHOP}.myshopify.com`;
const WIDTH = 1_280;

/** How long a page or a job may take. */
export const SLOWLY = { timeout: withMachineFactor(30_000) };

/** A person's clicks, pressed keys, typed texts and choices: each is a step. */
export interface Hands {
  click(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  choose(select: Locator, label: string): Promise<unknown>;
  /** Presses keys on a control that has the focus then. */
  press(control: Locator, ...keys: readonly string[]): Promise<void>;
  steps(): number;
}

function createHands({ page }: DemoBrowser): Hands {
  let steps = 0;
  const step = async <T>(done: Promise<T>): Promise<T> => {
    steps += 1;
    return done;
  };
  return {
    click: (control) => step(control.click()),
    type: (field, text) => step(field.fill(text)),
    choose: (select, label) => step(select.selectOption({ label })),
    async press(control, ...keys) {
      await control.focus();
      for (const key of keys) await step(page.keyboard.press(key));
    },
    steps: () => steps,
  };
}

/** The demo for a file of tasks, with a browser of its own. */
export function openTaskDemo() {
  const demo = inject("demo");
  const database = new pg.Pool({ connectionString: demo.databaseUrl, max: 2 });
  let admin: DemoBrowser;
  beforeAll(async () => {
    admin = await openDemo(await launchBrowser(), { ...demo, shop: DEMO_SHOP, width: WIDTH });
  });
  afterAll(async () => {
    await admin.page.context().close();
    await database.end();
  });

  /** The rows of a query, `$1` is the shop. */
  const read = async <Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.query<Row>(statement, [DOMAIN, ...values])).rows;

  /** Prepares a task, or looks at its outcome, as a script would. Not a step. */
  async function call<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
    const token = await fetch(`${demo.localStoreUrl}/session-token?shop=${DOMAIN}&administrator=1`);
    const response = await fetch(`${demo.appUrl}/api${address}`, {
      method,
      headers: { authorization: `Bearer ${await token.text()}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    expect(response.ok, `${address}: ${JSON.stringify(answer)}`).toBe(true);
    return answer as Answer;
  }

  return {
    localStoreUrl: demo.localStoreUrl,
    page: () => admin.page,
    read,
    async readOne<Row extends object>(statement: string, ...values: unknown[]): Promise<Row> {
      const [row] = await read<Row>(statement, ...values);
      if (!row) throw new Error(`The demo has nothing for: ${statement}`);
      return row;
    },
    call,
    /** Creates a report, and waits for it. */
    async createReport(path: string): Promise<void> {
      const { jobId } = await call<{ jobId: string }>("GET", path);
      for (;;) {
        const { state } = await call<{ state: string }>("GET", `/jobs/${jobId}`);
        if (state === "completed") return;
        if (!["queued", "running"].includes(state)) throw new Error(`${path} ended as ${state}.`);
        await wait(200);
      }
    },
    /** Does a task on a page, and prints its steps. */
    async perform(
      task: string,
      path: string,
      most: number,
      run: (hands: Hands, frame: Frame) => Promise<void>,
    ): Promise<void> {
      const frame = await admin.open(path);
      const hands = createHands(admin);
      await run(hands, frame);
      process.stdout.write(`${task}: ${hands.steps()} steps\n`);
      expect(hands.steps()).toBeLessThanOrEqual(most);
    },
  };
}

/** What answers a question is in view without scrolling. */
export async function expectInView(answer: Locator): Promise<void> {
  await answer.waitFor(SLOWLY);
  const box = await answer.boundingBox();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(heightOf(WIDTH));
}

/** The first row of a table, below its headings. */
export const firstRow = (frame: Frame, table: string | RegExp): Locator =>
  frame.getByRole("table", { name: table }).getByRole("row").nth(1);
