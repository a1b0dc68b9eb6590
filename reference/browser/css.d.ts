/** Style sheets are bundled beside the program that names them. */
declare module '*.css';
