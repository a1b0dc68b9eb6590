import { fromEnv } from '../../node_modules/@aws-sdk/credential-provider-env/dist-es/index.js';

/**
 * The source of a function's credentials, in the bundles of functions: Lambda provides them in the environment. By default the
 * SDK also looks for profiles, single sign-on and the metadata of machines.
 */
export const defaultProvider = () => fromEnv();
