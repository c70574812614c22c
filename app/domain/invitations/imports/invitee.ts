import { type Invitee, invitee } from "~/domain/invitations/person";

const FIELD_NAMES: Record<string, string> = {
  firstName: "first_name",
  lastName: "last_name",
  additionalTags: "tags",
};

/** The invitee in a row's values, or the errors by field. */
export function inviteeOf(
  values: Readonly<Record<string, string>>,
): { person: Invitee } | { problems: { field: string; sentence: string }[] } {
  const { data, error } = invitee.safeParse({
    firstName: values.first_name,
    lastName: values.last_name,
    email: values.email,
    additionalTags: values.tags,
  });
  if (data) return { person: { ...data, isMtd: values.mtd_check_box === "1" } };
  return {
    problems: error.issues.map(({ path, message }) => {
      const name = String(path[0] ?? "");
      return { field: FIELD_NAMES[name] ?? name, sentence: message };
    }),
  };
}
