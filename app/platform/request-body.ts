import { badRequest } from "./errors";

/**
 * Makes the request's `formData` and `json` reject with a 400 refusal for a body that isn't one. Otherwise they reject with the
 * parser's error, which would be taken as a fault.
 */
export function refuseUnreadableBody(request: Request): void {
  const { formData, json } = request;
  request.formData = () => formData.call(request).catch(refuse("a form"));
  request.json = () => json.call(request).catch(refuse("JSON"));
}

const refuse = (kind: string) => (): never => {
  throw badRequest(`The request must contain ${kind}. Reload the page, and try again.`);
};
