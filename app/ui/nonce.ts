import { createContext, useContext } from "react";

/** The nonce of the document's scripts. Only the server knows it: browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
