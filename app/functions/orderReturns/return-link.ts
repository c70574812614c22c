/** The name of the request kind: the page of a return's customer is a request of this kind. */
export const RETURN_REQUEST = { name: "return" };
