import type { CustomerInput } from "../data/customer-input.ts";
import { textMetafield } from "../demo/generate-person.ts";

const USER_TYPE_TAGS: Readonly<Record<string, string>> = {
  student: "UserType:Student",
  staff: "UserType:Staff",
};

/** Converts the registration form to a customer with the tag Pending and the metafields `stp` and `profile`. */
export function registrationInput(values: Readonly<Record<string, string>>): CustomerInput {
  const userType = USER_TYPE_TAGS[values.kind ?? ""];
  const acceptsMarketing = values.emailConsent === "1";
  const country = values.country?.toUpperCase();
  const stp = {
    start_date: values.startDate,
    end_date: values.endDate,
    school: values.school,
    course: values.course,
    state: values.state,
  };
  const profile = {
    phone: values.phone,
    dob: values.dob,
    country,
    privacy_policy_consent: "1",
    email_policy_consent: acceptsMarketing ? "1" : "0",
  };
  return {
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    email: values.email ?? "",
    phone: values.phone || null,
    tags: userType ? ["Pending", userType] : [],
    addresses: country
      ? [{ firstName: values.firstName, lastName: values.lastName, countryCode: country }]
      : [],
    ...(acceptsMarketing ? { emailMarketingConsent: { marketingState: "SUBSCRIBED" } } : {}),
    metafields: userType ? [...toMetafields("stp", stp), ...toMetafields("profile", profile)] : [],
  };
}

function toMetafields(namespace: "stp" | "profile", fields: Record<string, string | undefined>) {
  return Object.entries(fields).flatMap(([key, value]) =>
    value ? [textMetafield(namespace, key, value)] : [],
  );
}
