import { COURSES, SCHOOLS } from "../../demo/names.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";

/** The form's values, and its errors by field. */
export interface RegisterForm {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

/** The storefront's registration form. */
export function registerPage(context: PageContext, form: RegisterForm): string {
  const general = form.errors[""];
  return renderPage(
    {
      title: "Register a customer",
      context,
      notice: general ? { level: "critical", text: general } : undefined,
    },
    <form className="card" method="post">
      <p className="subdued">
        Creates a customer as the storefront's registration form does. Students and staff customers get the
        tag Pending.
      </p>
      <div className="grid">
        <label className="field">
          <span>Register as</span>
          <select name="kind" defaultValue={form.values.kind ?? "student"}>
            <option value="student">Student</option>
            <option value="staff">Staff customer</option>
            <option value="customer">Other customer</option>
          </select>
        </label>
        <Field form={form} name="firstName" label="First name" required />
        <Field form={form} name="lastName" label="Last name" required />
        <Field form={form} name="email" label="Email" type="email" required />
        <Field form={form} name="phone" label="Phone" type="tel" hint="For example +14105550123" />
        <Field form={form} name="school" label="School" list={SCHOOLS} />
        <Field form={form} name="course" label="Course" list={COURSES} />
        <Field form={form} name="country" label="Country" hint="Two letters, for example US" />
        <Field form={form} name="state" label="State" />
        <Field form={form} name="startDate" label="Start date" type="date" />
        <Field form={form} name="endDate" label="End date" type="date" />
        <Field form={form} name="dob" label="Date of birth" type="date" />
      </div>
      <div className="actions">
        <label>
          <input
            type="checkbox"
            name="emailConsent"
            value="1"
            defaultChecked={form.values.emailConsent === "1"}
          />{" "}
          Subscribe to marketing emails
        </label>
        <button type="submit" className="is-primary">
          Register
        </button>
      </div>
    </form>,
  );
}

interface FieldProps {
  form: RegisterForm;
  name: string;
  label: string;
  type?: string;
  hint?: string;
  required?: boolean;
  list?: readonly string[];
}

function Field({ form, name, label, type = "text", hint, required, list }: FieldProps) {
  const error = form.errors[name];
  return (
    <label className="field">
      <span>{label}</span>
      <input
        name={name}
        type={type}
        required={required}
        maxLength={255}
        defaultValue={form.values[name] ?? ""}
        list={list ? `${name}-list` : undefined}
        aria-invalid={error ? true : undefined}
      />
      {hint ? <span className="hint">{hint}</span> : null}
      {error ? <span className="error">{error}</span> : null}
      {list ? (
        <datalist id={`${name}-list`}>
          {list.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ) : null}
    </label>
  );
}
