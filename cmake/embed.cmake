# cmake -D FILES=... -D OUTPUT=... -D HEADER=... -D NAMESPACE=... -P embed.cmake: a source with the function embedded() that HEADER
# declares: the texts of the files by their names.
set(TEXT "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\nstd::string_view embedded(std::string_view name) {\n")
foreach(FILE ${FILES})
  get_filename_component(NAME ${FILE} NAME)
  file(READ ${FILE} CONTENT)
  string(APPEND TEXT "  if (name == \"${NAME}\") return R\"---(${CONTENT})---\";\n")
endforeach()
file(WRITE ${OUTPUT} "${TEXT}  return {};\n}\n\n}  // namespace ${NAMESPACE}\n")
