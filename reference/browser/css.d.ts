/** Style sheets are bundled next to the program that imports them. */
declare module '*.css';
