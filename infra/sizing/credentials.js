import { fromEnv } from '../../node_modules/@aws-sdk/credential-provider-env/dist-es/index.js';

/**
 * Where a function has its credentials from, in the bundles of functions: Lambda gives them in its environment. By itself
 * the SDK also looks for profiles, single sign-on and the metadata of machines.
 */
export const defaultProvider = () => fromEnv();
