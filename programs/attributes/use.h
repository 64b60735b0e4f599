// What of a small plan is used, what it made for nothing, and what hangs together. (The law does not mind.)
#pragma once

#include "programs/attributes/draft.h"

namespace moot::campaign {

class Use {
public:
  // The step comes next. `before`: the plan without it.
  void take(const Step& step, const Draft& before);

  // Everything that the plan made is used: and so are a keyval's functions, where they are not the plain ones.
  bool is_of_all() const;
  // At least so many more calls until then, beside those that wait.
  std::size_t calls_missing() const;
  // All that it made or used hangs together, by attributes or because one was made from the other. (If not, it is two programs.)
  bool is_of_one_piece() const;
  // The last step set an attribute over another one, or set none.
  bool last_set_shows() const { return last_set_shows_; }

private:
  struct Keyval {
    Functions functions;
    bool used = false;
    bool was_set = false; // some time
    bool copied = false;  // something was made from an object that has an attribute of it
    bool deleted = false; // an attribute of it
    bool lacks_copy() const;
    bool lacks_delete() const;
  };
  void create_keyval(const Functions& functions);
  void make_from(std::uint8_t object, const Draft& before);
  void on_attribute(const Step& step, const Draft& before);
  void delete_attributes(std::uint8_t object, const Draft& before);
  void tie(std::size_t a, std::size_t b);

  std::vector<bool> objects_ =
      std::vector<bool>(made_objects, true); // by a step after it was made, or its making called callbacks
  std::vector<Keyval> keyvals_;
  bool last_set_shows_ = true;
  // Of objects, and after them keyvals: those that hang together have the same number; 0: not made, or not used.
  static constexpr std::size_t most = 32;
  std::array<std::uint8_t, 2 * most> piece_{};
};

} // namespace moot::campaign
