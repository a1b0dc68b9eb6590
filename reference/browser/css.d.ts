/** Style sheets are bundled next to the program that names them. */
declare module '*.css';
