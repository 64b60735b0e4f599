/* No tool at all. */
int moot_empty_tool;
