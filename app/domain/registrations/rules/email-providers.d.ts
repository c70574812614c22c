/** The package has no types of its own: a list of domain names. */
declare module "email-providers" {
  const domains: readonly string[];
  export default domains;
}
