import { defineCardPart } from "~/domain/customers/card-part";
import { promoTabs } from "~/domain/submissions/access";
import type { promoCalls } from "./calls.server";
import { type LatestSubmissions, SubmissionsPart } from "./ui/SubmissionsPart";

/** Of those whose email contains the customer's. A longer one that contains it is rare. */
const MAX_READ = 20;
const MAX_SHOWN = 5;

/** Submissions are made by email address, without an account of the store. */
export const submissionsPart = defineCardPart<{ promo: typeof promoCalls }, LatestSubmissions>({
  id: "submissions",
  title: "Submissions",
  permission: promoTabs("AllSubmissions"),
  place: "main",
  order: 30,
  async load(calls, { email }) {
    // Longer than a search may be.
    if (!email || email.length > 60) return null;
    const { list, hasNext } = await calls.promo.list({
      search: email,
      sortOrder: "desc",
      pageSize: MAX_READ,
    });
    const own = list.filter((row) => row.email?.toLowerCase() === email.toLowerCase());
    return { list: own.slice(0, MAX_SHOWN), email, hasMore: own.length > MAX_SHOWN || hasNext };
  },
  component: SubmissionsPart,
});
