import { z } from "zod";
import { domainEntriesIn } from "~/domain/registrations/rules/domain-entry";
import { ruleWords } from "~/domain/registrations/rules/rule";

const version = z.coerce.number().int();

/** The form of a rule's page. A new rule's id is the form's operation id, so that a repeated request adds only one. */
export const ruleForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    version: version.optional(),
    operationId: z.uuid(),
    name: ruleWords.shape.name,
    registration: ruleWords.shape.registration,
    school: ruleWords.shape.school,
    setAsideShare: ruleWords.shape.setAsideShare,
    domains: z.string().transform(domainEntriesIn).pipe(ruleWords.shape.domains),
  }),
  z.object({ intent: z.literal("switch"), version, active: z.enum(["on", "off"]) }),
  z.object({ intent: z.literal("delete") }),
]);
