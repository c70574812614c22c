import { DEMO } from "../../support/test-shop.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { addReviewedSubmissions, createAllOrders, ordersOf, queryShop } from "../support/submissions.ts";

const REVIEWERS = 20;

export const reviews: BackroomPromise = {
  id: "R11",
  title: `${REVIEWERS} reviewers decide on the same loyalty submissions in the same moment`,
  // What it adds is how often.
  provenBy: "tests/integration/promo/review.test.ts",
  async test(shop, scale) {
    const ids = await addReviewedSubmissions(shop, scale === "small" ? 20 : 1_000, "r11-reviews", true);
    const [reason] = await queryShop<{ id: number }>(
      "INSERT INTO deny_reasons (shop, reason, is_loyalty) VALUES ($1, 'R11', true) RETURNING id::int AS id",
      [DEMO],
    );
    const reviewers = await addReviewers();
    const answers: Answers = { won: new Map(), conflicts: 0, others: [] };
    for (const [place, id] of ids.entries())
      await Promise.all(
        reviewers.map(({ promo }, index) =>
          countAnswer(
            answers,
            id,
            // Of every second submission they all approve. Of the others half of them do, and half of them deny.
            place % 2 === 0 || index % 2 === 0
              ? promo.loyaltyOrderApprove({ list: [id] })
              : promo.deny({ list: [id], reason: Number(reason?.id) }),
          ),
        ),
      );
    await createAllOrders();
    return judge(ids, answers, await ordersOf(shop, ids));
  },
};

interface Answers {
  /** How many decisions were accepted, by submission. */
  won: Map<number, number>;
  /** Answers with 409. */
  conflicts: number;
  others: string[];
}

async function countAnswer(answers: Answers, id: number, decision: Promise<unknown>): Promise<void> {
  await decision.then(
    () => answers.won.set(id, (answers.won.get(id) ?? 0) + 1),
    (error: { status?: number; message: string }) => {
      if (error.status === 409) answers.conflicts += 1;
      else answers.others.push(error.message);
    },
  );
}

/** Administrators with the function's flag. @returns the calls as each of them */
async function addReviewers() {
  const [{ app }, { findAdministrator }, { findShop }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/administrators.server"),
    import("~/platform/auth/shops.server"),
  ]);
  await queryShop(
    `INSERT INTO administrators (shop, id, name, email, is_owner, flags)
     SELECT $1, 'reviewer' || number, 'Reviewer ' || number, 'reviewer' || number || '@staff.example', false, '{showPromotion}'
       FROM generate_series(1, $2::int) AS number ON CONFLICT DO NOTHING`,
    [DEMO, REVIEWERS],
  );
  const shop = await findShop(DEMO);
  return Promise.all(
    Array.from({ length: REVIEWERS }, async (_unused, index) => {
      const administrator = await findAdministrator(DEMO, `reviewer${index + 1}`);
      if (!shop || !administrator) throw new Error("The reviewers weren't added.");
      return app.clientFor({ shop, administrator, clock: { now: () => new Date() } });
    }),
  );
}

async function judge(
  ids: readonly number[],
  { won, conflicts, others }: Answers,
  orders: Map<number, number[]>,
) {
  const decided = await queryShop<{
    id: number;
    isDenied: boolean;
    orderId: number | null;
    entries: number;
    attempts: number;
  }>(
    `SELECT s.id::int AS id, s.status = 'Denied' AS "isDenied", s.order_id::float8 AS "orderId",
            (SELECT count(*)::int FROM audit_entries AS a WHERE a.shop = s.shop AND a.subject_type = 'submission'
                AND a.subject_id = s.id::text AND a.action IN ('submission.approved', 'submission.denied')) AS entries,
            (SELECT count(*)::int FROM order_attempts AS o WHERE o.shop = s.shop AND o.submission_id = s.id) AS attempts
       FROM submissions AS s WHERE s.id = ANY($1::bigint[])`,
    [ids],
  );
  const count = (isWrong: (row: (typeof decided)[number]) => boolean) => decided.filter(isWrong).length;
  const ordersOfRow = ({ id }: { id: number }) => orders.get(id) ?? [];
  return finding(
    `${ids.length} submissions, ${ids.length * REVIEWERS} decisions, ${conflicts} conflicts, ${count(({ isDenied }) => isDenied)} denied${others[0] ? ` (${others[0]})` : ""}`,
    {
      "without exactly one decision": ids.filter((id) => won.get(id) !== 1).length,
      "other answers than 409": others.length,
      "without exactly one audit entry": count(({ entries }) => entries !== 1),
      "orders doubled": count((row) => ordersOfRow(row).length > 1),
      "orders missed": count(
        (row) => !row.isDenied && (ordersOfRow(row)[0] !== row.orderId || row.attempts !== 1),
      ),
      "orders of denied ones": count(
        (row) => row.isDenied && (ordersOfRow(row).length > 0 || row.attempts > 0),
      ),
    },
  );
}
