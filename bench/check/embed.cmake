# cmake -D FILES=... -D OUTPUT=... -P embed.cmake: a source in which the files' texts are, by their names.
set(TEXT "#include \"bench/check/export.h\"\n\nnamespace febem::check {\n\nstd::string_view embedded(std::string_view name) {\n")
foreach(FILE ${FILES})
  get_filename_component(NAME ${FILE} NAME)
  file(READ ${FILE} CONTENT)
  string(APPEND TEXT "  if (name == \"${NAME}\") return R\"---(${CONTENT})---\";\n")
endforeach()
file(WRITE ${OUTPUT} "${TEXT}  return {};\n}\n\n}  // namespace febem::check\n")
