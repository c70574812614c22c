import { customerNotes } from "~/domain/notes/tables.server";
import { approvalRules, registrationDecisions } from "~/domain/registrations/tables.server";
import { NAMES, SCHOOLS } from "../../../local-store/demo/names.ts";
import { after, type Chapter, daysAgo, idOf, randomOf, storeRows } from "../chapter.ts";

interface Registered {
  id: number;
  tags: string[];
  created_at: Date;
}

const REJECTIONS = [
  {
    code: "school",
    label: "School not confirmed",
    text: "We couldn't confirm your registration with your school.",
  },
  { code: "dates", label: "Course has ended", text: "The end date of your course has passed." },
] as const;

const NOTES = [
  "Called about the delivery. Wants to be reached in the afternoon.",
  "Teaches at the same school as a colleague. Ask for the course list before the next renewal.",
  "Prefers email.",
  "Sent the certificate again on paper.",
  "Address changed, see the last order.",
];

/** Who decided on the registrations of students and staff customers, what the staff wrote about customers, and a rule. */
export const registrations: Chapter = {
  name: "Registrations",
  async write(tx, shop) {
    const { domain, staff, start } = shop;
    const people = await storeRows<Registered>(
      shop,
      `SELECT id, tags, created_at FROM customers WHERE shop = $1 AND tags && ARRAY['Approved', 'Disabled'] ORDER BY created_at, id`,
    );
    const decisions = people.flatMap(
      ({ id, tags, created_at }, index): (typeof registrationDecisions.$inferInsert)[] => {
        const random = randomOf(shop, "registrations", index);
        const at = after(created_at, 0.3 + random.below(300) / 100);
        if (at > start) return [];
        const isApproved = tags.includes("Approved");
        const by = random.chance(0.75) ? staff.reviewer : staff.owner;
        return [
          {
            shop: domain,
            id: idOf(shop, "decision", index),
            customerId: id,
            registration: tags.includes("UserType:Student") ? "student" : "staff",
            fromStatus: "pending",
            toStatus: isApproved ? "approved" : "disabled",
            state: "done",
            operationId: idOf(shop, "decision operation", index),
            decidedById: by.id,
            decidedByName: by.name,
            startedAt: at,
            finishedAt: after(at, 0.00002),
            leaseUntil: at,
            reason: isApproved ? null : { ...random.pick(REJECTIONS) },
            notify: random.chance(0.8),
          },
        ];
      },
    );
    for (let first = 0; first < decisions.length; first += 500)
      await tx.insert(registrationDecisions).values(decisions.slice(first, first + 500));
    const random = randomOf(shop, "notes");
    const noted = people.filter(() => random.chance(0.06));
    const notes = noted.map(({ id, created_at }, index): typeof customerNotes.$inferInsert => {
      const by = random.pick([staff.owner, staff.reviewer, staff.credit]);
      const at = new Date(Math.max(created_at.getTime(), daysAgo(shop, random.below(200)).getTime()));
      return {
        shop: domain,
        id: idOf(shop, "note", index),
        customerId: id,
        text: random.pick(NOTES),
        authorId: by.id,
        authorName: by.name,
        createdAt: at,
        operationId: idOf(shop, "note operation", index),
      };
    });
    if (notes.length > 0) await tx.insert(customerNotes).values(notes);
    await tx.insert(approvalRules).values({
      shop: domain,
      id: idOf(shop, "rule"),
      name: "Known schools",
      registration: "student",
      school: SCHOOLS[0],
      domains: [`students.${shop.config.handle}.example`],
      setAsideShare: 10,
      active: false,
      createdAt: daysAgo(shop, 90),
    });
  },
};

/** Someone who isn't a customer. */
export function stranger(shop: Parameters<typeof randomOf>[0], purpose: string, index: number) {
  const random = randomOf(shop, `stranger ${purpose}`, index);
  const { given, family } = random.pick(
    NAMES.filter(({ country }) => ["US", "CA", "DE", "ES"].includes(country)),
  );
  const [firstName, lastName] = [random.pick(given), random.pick(family)];
  const local = `${firstName}.${lastName}`
    .normalize("NFD")
    .replace(/ß/g, "ss")
    .replace(/[^A-Za-z.]/g, "")
    .toLowerCase();
  return {
    firstName,
    lastName,
    email: `${local}.${index + 1}@${random.pick(["tradeworks", "guild", "sitecrew"])}.example`,
  };
}
