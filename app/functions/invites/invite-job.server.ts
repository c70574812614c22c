import { z } from "zod";
import { readMailResults } from "~/core/mail/mail-results.server";
import { requestMail } from "~/domain/invitations/bulk.server";
import { badRequest } from "~/platform/errors";
import { defineJob } from "~/platform/jobs/job.server";
import { inviteAs } from "./invite-as.server";
import { invitedUser } from "./invited-user";

const text = z.string();

const item = z.object({
  /** As the sheet has them. Gone when the person's data was erased after the job was started. */
  person: z.object({ firstName: text, lastName: text, email: text, userType: text, tags: text }).optional(),
});

/**
 * Invites the people of a sheet, each with the user type of their row, at the pace of the mail server. An invalid row fails with a reason
 * without stopping the others, and can be retried.
 */
export const inviteUsersJob = defineJob({
  name: "invites.invite",
  item,
  concurrency: 4,
  async run({ person }, context) {
    if (!person) return { state: "skipped", message: "This person's data was erased." };
    const { data, error } = invitedUser.safeParse(person);
    if (!data) throw badRequest([...new Set(error.issues.map(({ message }) => message))].join(" "));
    return requestMail(context, (tx, inviting) => inviteAs(tx, context.shop, data, inviting));
  },
  settle: (shop, mailIds) => readMailResults(shop, mailIds, "Invited: the mail server accepted the email."),
});
